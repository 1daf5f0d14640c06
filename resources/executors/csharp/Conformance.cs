/*
 * Run cases of the conformance suite: one JSON line in, one JSON line out. MIT License, as Mindloom.cs.
 *
 *     mcs -optimize+ -out:conformance.exe Mindloom*.cs Link*.cs Conformance.cs && mono conformance.exe < cases.jsonl
 *
 * A case may begin with `restore`, what was saved of its agents, and `upgrades`. With `--link PORT TOKEN` each case is
 * played with a link to an editor that waits there.
 */
using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Threading;
using Mindloom;
using Mindloom.Internals;

internal static class Conformance {
    private static void Main(string[] arguments) {
        bool isLinked = arguments.Length == 3 && arguments[0] == "--link";
        var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
        var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true,
            NewLine = "\n" };
        for (string line = input.ReadLine(); line != null; line = input.ReadLine()) {
            if (line.Trim() == "") continue;
            Json data = Json.Parse(line, "case"), id = data["id"] ?? new Json();
            try {
                var run = new CaseRun(data);
                if (isLinked) run.Connect(id.Text, arguments[2], "127.0.0.1:" + arguments[1]);
                output.WriteLine(JsonText.Of(Json.NewObject().Add("id", id).Add("ticks", run.Run())));
            } catch (MindError problem) {
                output.WriteLine(JsonText.Of(Json.NewObject().Add("id", id).Add("refused", Json.Of(problem.Message))));
            }
        }
    }
}

/// <summary>An action that writes down what is asked of it, and does what the case says.</summary>
internal sealed class AnsweredAction : GameAction {
    private readonly string name;
    private readonly CaseRun run;
    internal AnsweredAction(string name, CaseRun run) { this.name = name; this.run = run; }

    public override void Enter(Context context, Arguments given) { run.TellAction("enter", name, context, given); }
    public override void Halt(Context context, Arguments given) { run.TellAction("halt", name, context, given); }

    public override Status Tick(Context context, Arguments given) {
        run.TellAction("tick", name, context, given);
        switch (run.AnswerOf("actions", name, "running")) {
            case "error": throw new InvalidOperationException("as the case says");
            case "effect": return Ready.Effect(context, given);
            case "steer": return Ready.Steering(context, given);
            case "running": return Status.Running;
            case "success": return Status.Success;
            case "failure": return Status.Failure;
            default: return Status.Idle;
        }
    }
}

/// <summary>Writes down what agents send.</summary>
internal sealed class ListeningMinds : Minds {
    private readonly CaseRun run;
    internal ListeningMinds(long seed, CaseRun run) : base(seed) { this.run = run; }

    internal override void Send(string sender, string receiver, Event of) {
        run.Sent.Items.Add(Json.ListOf(sender, receiver, of.Name, Saved.OfFields(of.Fields, of.Values)));
        base.Send(sender, receiver, of);
    }
}

/// <summary>Is the game of a case.</summary>
internal sealed class CaseRun {
    private readonly Json data;
    private readonly Mind mind;
    private readonly ListeningMinds minds;
    private readonly Dictionary<string, Json> answers = new Dictionary<string, Json>(); // by sort and name
    private readonly Dictionary<string, Json> asked = new Dictionary<string, Json>(); // in this tick, by agent
    private readonly Dictionary<string, DeclaredType> types = new Dictionary<string, DeclaredType>(); // of variables
    private GameLink link;
    internal Json Sent = Json.NewList();

    internal CaseRun(Json data) {
        this.data = data;
        mind = Mind.Parse(JsonText.Of(data.Need("program")));
        minds = new ListeningMinds((long)data.Number("seed", 0), this) { EntityField = FieldOf };
        foreach (Need each in mind.Program.Actions) minds.Actions.Add(each.Name, new AnsweredAction(each.Name, this));
        foreach (Need each in mind.Program.Conditions) {
            string name = each.Name;
            minds.Conditions.Add(name, (context, given) => {
                asked[context.Agent].Items.Add(Json.ListOf("ask", name, Json.ListOf(given.Values, Saved.ToJson)));
                Json answer;
                return answers.TryGetValue("conditions " + name, out answer) && answer.IsTrue;
            });
        }
        foreach (Need each in mind.Program.Queries) {
            string name = each.Name;
            minds.Queries.Add(name, (agent, of) => {
                Json answer;
                answers.TryGetValue("queries " + name + " " + of, out answer);
                return answer == null ? new string[0] : answer.MapItems(item => item.Text);
            });
        }
        foreach (Variable each in mind.Program.Variables) types[each.Name] = each.Type;
        foreach (string each in data.Texts("agents")) minds.Add(each, mind);
        string[] upgrades = data.Map("upgrades", JsonText.Of);
        if (data["restore"] != null) minds.Restore(JsonText.Of(data["restore"]), upgrades);
    }

    internal void Connect(string game, string token, string address) {
        link = new GameLink(minds, token, game, address);
        for (; !link.IsConnected; link.Poll()) {
            if (link.IsClosed) throw new InvalidOperationException(link.Trouble);
            Thread.Sleep(1);
        }
    }

    internal Json Run() {
        Json told = Json.ListOf(data.ItemsOf("ticks"), Tick);
        link?.Close("The case is over.");
        while (link != null && link.IsOpen) { link.Poll(); Thread.Sleep(1); }
        if (told.Items.Count > 0) told.Items[told.Items.Count - 1].Add("save", Json.Parse(minds.Save(), "save"));
        return told;
    }

    internal string AnswerOf(string sort, string name, string otherwise) {
        Json answer;
        return answers.TryGetValue(sort + " " + name, out answer) ? answer.Text : otherwise;
    }

    internal void TellAction(string step, string name, Context context, Arguments given) {
        asked[context.Agent].Items.Add(Json.ListOf(step, name, Saved.OfFields(given.Names, given.Values)));
    }

    private Value FieldOf(string entity, string field) {
        Json answer;
        if (!answers.TryGetValue("fields " + entity + "." + field, out answer)) return Value.Missing;
        Json fields = mind.Program.Needs == null ? null : mind.Program.Needs["entity_fields"];
        Json type = fields == null ? null : fields[field];
        return Saved.ToValue(answer, type == null ? null : DeclaredType.Of(type));
    }

    private DeclaredType TypeOf(string variable) {
        DeclaredType found;
        types.TryGetValue(variable, out found);
        return found;
    }

    private void DoWishes(Json wish) {
        foreach (string sort in NamesOf(wish["answers"]))
            foreach (string name in NamesOf(wish["answers"][sort]))
                answers[sort + " " + name] = wish["answers"][sort][name] ?? new Json();
        foreach (string agent in NamesOf(wish["set"])) {
            foreach (string name in NamesOf(wish["set"][agent])) {
                // one that cannot take the value, as a number that is not finite, keeps its own
                try {
                    minds.Get(agent).Set(name, Saved.ToValue(wish["set"][agent][name], TypeOf(name)));
                } catch (MindError) { }
            }
        }
        foreach (string name in NamesOf(wish["shared"]))
            minds.SetShared(name, Saved.ToValue(wish["shared"][name], TypeOf(name)));
        foreach (Json each in wish.ItemsOf("post")) {
            Need need = Need.Named(mind.Program.Events, each.Items[1].Text);
            var payload = new Arguments();
            foreach (string field in each.Items[2].Names)
                payload[field] = Saved.ToValue(each.Items[2][field], need == null ? null : need.TypeOf(field));
            minds.Get(each.Items[0].Text).Post(each.Items[1].Text, payload);
        }
        foreach (Json each in wish.ItemsOf("orders")) {
            // one that cannot be is left
            try {
                minds.Get(each.Items[0].Text).Order(each.Items[1].AsInt(), each.Items[2].Text);
            } catch (MindError) { }
        }
    }

    private static List<string> NamesOf(Json data) => data == null ? new List<string>() : data.Names;

    private Json Tick(Json wish) {
        DoWishes(wish);
        foreach (string each in this.data.Texts("agents")) asked[each] = Json.NewList();
        Sent = Json.NewList();
        if (link == null) minds.Tick();
        else while (!link.Tick()) Thread.Sleep(1);
        Json agents = Json.NewObject();
        foreach (Agent each in minds) {
            agents.Add(each.Id, Json.NewObject().Add("result", Json.Of(each.Status.ToString().ToLowerInvariant()))
                .Add("outcomes", Json.ListOf(each.Outcomes, outcome => Json.Of(outcome))).Add("asked", asked[each.Id])
                .Add("variables", ByName(each.Variables)));
        }
        Json effects = Json.ListOf(minds.Effects, each =>
            Json.ListOf(each.Agent, each.Name, Saved.OfFields(each.Arguments.Names, each.Arguments.Values)));
        return Json.NewObject().Add("agents", agents).Add("effects", effects).Add("shared", ByName(minds.Shared()))
            .Add("sent", Sent);
    }

    private static Json ByName(Dictionary<string, Value> values) {
        Json made = Json.NewObject();
        foreach (KeyValuePair<string, Value> each in values) made.Add(each.Key, Saved.ToJson(each.Value));
        return made;
    }
}

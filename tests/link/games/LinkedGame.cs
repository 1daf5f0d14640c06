/* A game with a link that does what its input says, a JSON list a line, and prints how it is then. */
using System;
using System.Collections.Generic;
using Mindloom;
using Mindloom.Internals;

internal sealed class Act : GameAction {
    internal string Answer = "running";
    internal readonly Json Log = Json.NewList();
    public override void Enter(Context context, Arguments given) { Log.Items.Add("enter " + context.Agent); }
    public override void Halt(Context context, Arguments given) { Log.Items.Add("halt " + context.Agent); }
    public override Status Tick(Context context, Arguments given) {
        return Answer == "running" ? Status.Running : Answer == "success" ? Status.Success
            : throw new InvalidOperationException(Answer);
    }
}

internal static class LinkedGame {
    private static double now;

    private static void Main(string[] arguments) {
        var act = new Act();
        var minds = new Minds(3) { Actions = { { "scripted", act } } };
        GameLink link = null;
        for (string line = Console.In.ReadLine(); line != null; line = Console.In.ReadLine()) {
            List<Json> said = Json.Parse(line, "command")["do"].Items;
            Json done = new Json();
            try {
                Json made = Do(said, minds, act, ref link);
                if (made != null) done = made;
            } catch (MindError problem) { done = Json.Of(problem.Message); }
            Json agents = Json.NewObject(), orders = Json.NewList(), errors = Json.NewList();
            foreach (Agent each in minds) {
                Json variables = Json.NewObject();
                foreach (KeyValuePair<string, Value> of in each.Variables) variables.Add(of.Key, Saved.ToJson(of.Value));
                foreach (KeyValuePair<int, string> of in each.Ordered)
                    orders.Items.Add(Json.ListOf(Json.Of(of.Key), of.Value));
                foreach (AgentError of in each.Errors) errors.Items.Add(of.Message);
                agents.Add(each.Id, Json.NewObject().Add("mind", each.Mind.Hash).Add("variables", variables));
            }
            Json told = Json.NewObject().Add("done", done).Add("agents", agents).Add("log", act.Log)
                .Add("tick", Json.Of(minds.TickNow)).Add("orders", orders).Add("errors", errors);
            if (link != null)
                told.Add("connected", Json.Of(link.IsConnected)).Add("held", Json.Of(link.IsHeld))
                    .Add("closed", Json.Of(link.IsClosed)).Add("open", Json.Of(link.IsOpen))
                    .Add("speed", Json.Of(link.Speed)).Add("trouble", link.Trouble);
            Console.WriteLine(JsonText.Of(told));
        }
    }

    private static Json Do(List<Json> said, Minds minds, Act act, ref GameLink link) {
        string what = said[0].Text, first = said.Count > 1 ? said[1].Text : null;
        switch (what) {
            case "add":
                var own = new Dictionary<string, Vector[]>();
                if (said.Count > 3)
                    foreach (string name in said[3].Names)
                        own[name] = said[3][name].Items.ConvertAll(each =>
                            new Vector(each.Items[0].NumberValue, each.Items[1].NumberValue)).ToArray();
                minds.Add(first, Mind.Parse(JsonText.Of(said[2])), null, own);
                break;
            case "link":
                link = new GameLink(minds, "T", "G", "127.0.0.1:" + first) {
                    Clock = () => now, Place = each => new[] { 1.0, 2.0, double.Parse("90") } };
                break;
            case "poll": link.Poll(); break;
            case "tick": return Json.Of(link.Tick());
            case "tick one": return Json.Of(link.Tick(new[] { first }));
            case "clock": now = said[1].NumberValue; break;
            case "answer": act.Answer = first; break;
            case "set": minds.Get(first).Set(said[2].Text, Saved.ToValue(said[3], null)); break;
            case "post": minds.Get(first).Post(said[2].Text); break;
            case "order": minds.Get(first).Order(said[2].AsInt(), said[3].Text); break;
            case "halt": minds.Get(first).Halt(); break;
            case "restart": minds.Get(first).Restart(); break;
            case "remove": minds.Remove(first); break;
            case "restore": minds.Restore(minds.Save().Replace("\"seed\":3", "\"seed\":4")); break;
            case "swap": return Json.Of(minds.Swap(Mind.Parse(JsonText.Of(said[1])), JsonText.Of(said[2])));
            case "save": return Json.Parse(minds.Save(), "save");
            case "close": link.Close("done"); break;
            default: throw new InvalidOperationException(what);
        }
        return null;
    }
}

/*
 * What MindloomLink.cs tells of the minds of a game: gathers what comes into them, and writes the frame of each tick.
 * Leave it out of what players get. MIT License, as Mindloom.cs.
 */
namespace Mindloom.Internals {

using System;
using System.Collections.Generic;

internal sealed class LinkNotes : Watcher {
    private sealed class Told {
        internal Agent Agent;
        internal bool IsNew = true, IsSwapped, IsStill;
        internal int Number, Steps; // of actions, asked for since its last tick
        internal byte[] Outcomes; // of its last tick
        internal Json In = Json.NewList(), Asked = Json.NewList(), Data; // for the frame of this tick
        internal readonly Dictionary<string, string> Last = new Dictionary<string, string>(), // by member
            Answers = new Dictionary<string, string>(); // by question
        internal void EndAsking() { Asked = Json.NewList(); Steps = 0; }
    }

    private readonly Minds minds;
    private readonly Dictionary<string, Told> told = new Dictionary<string, Told>(); // by agent
    private readonly Dictionary<string, string> shared = new Dictionary<string, string>(); // as told, by name
    private int depth, mark, number;
    private Agent asking;
    internal Func<Agent, double[]> Place;
    internal double KeySeconds = 10;
    internal List<Json> Breaks = new List<Json>();
    internal Json Hit; // the frame that says where a break holds the game
    internal string Swapping; // the hash of the program that Mindloom puts in
    internal LinkNotes(Minds minds) { this.minds = minds; }
    /// <summary>Tell all from the beginning again.</summary>
    internal void Restart() { told.Clear(); shared.Clear(); depth = 0; }
    internal static Json Frame(params Json[] parts) { // its kind, then names and values
        Json made = Json.NewObject().Add("frame", parts[0]);
        for (int k = 1; k < parts.Length; k += 2) made.Add(parts[k].Text, parts[k + 1]);
        return made;
    }

    // -- what comes into minds
    internal override void Put(Agent a, string name, Value value) { Came(a, "set", name, Saved.ToJson(value)); }
    internal override void Posted(Agent a, Event of) { Came(a, "post", of.Name, Saved.OfFields(of.Fields, of.Values)); }
    internal override void Ordered(Agent a, int row, string to) { Came(a, "order", Json.Of(row), WordOf(to)); }
    private static Json WordOf(string to) => to == null ? new Json() : Json.Of(to);
    internal override void Halted(Agent a) { Came(a, "halt"); }
    internal override void Restarted(Agent a) { Came(a, "restart"); }
    internal override void Restored(Agent a) {
        Of(a).IsNew = true;
        Of(a).IsSwapped = Swapping != null;
        if (Swapping != null) Came(a, "swap", Swapping); else Of(a).In.Items.Clear();
    }
    private Told Of(Agent a) {
        Told found;
        if (!told.TryGetValue(a.Id, out found) || found.Agent != a)
            told[a.Id] = found = new Told { Agent = a, Number = number++ };
        return found;
    }
    private bool IsLater(Agent a) => !Of(a).IsStill && Numbers.ByCodePoints(a.Id, asking.Id) > 0; // in this tick
    private void Came(Agent a, params Json[] what) {
        bool isMeanwhile = depth > 0 && Swapping == null && (a == asking || (minds.IsTicking && IsLater(a)));
        if (isMeanwhile) Ask(a, Of(a).Steps, Json.ListOf(what));
        else Of(a).In.Items.Add(Json.ListOf(what));
    }
    private void Ask(Agent a, int place, Json list) {
        list.Items.Insert(0, Json.Of(place));
        Of(a).Asked.Items.Add(list);
    }
    internal override void Asks(Agent a, bool isStep) {
        if (++depth > 1) return; // what code of the game asks for itself
        asking = a;
        mark = Of(a).Asked.Items.Count;
        if (isStep && Swapping == null) Of(a).Steps++;
    }
    internal override void Answered(Agent a, Json question, Json answer, string failed) {
        if (--depth == 0) Tell(a, question, failed == null ? answer : Json.NewObject().Add("failed", failed), mark);
    }
    internal override void Free(Agent a, string thing, bool may) {
        Tell(a, Json.ListOf("free", thing), Json.Of(may), Of(a).Asked.Items.Count);
    }
    private void Tell(Agent a, Json question, Json answer, int before) { // inputs that came while it was asked
        if (Swapping != null || !IsOther(Of(a).Answers, JsonText.Of(question), answer)) return;
        bool isStep = question.Items[0].Text == "action";
        question.Items.Add(answer);
        question.Items.Insert(0, Json.Of(Of(a).Steps - (isStep ? 1 : 0)));
        Of(a).Asked.Items.Insert(before, question);
    }
    internal override void SharedPut(string name, Value value, Agent by) {
        if (by == null && depth == 0) return;
        if (by == null) Ask(asking, Of(asking).Steps, Json.ListOf("shared", name, Saved.ToJson(value)));
        else asking = by;
        foreach (Agent each in minds) {
            if (!IsLater(each) || !Array.Exists(each.Program.Variables, v => v.IsWorld && v.Name == name)) continue;
            Of(each).Asked.Items.RemoveAll(list => list.Items[1].Text == "shared" && list.Items[2].Text == name);
            Ask(each, 0, Json.ListOf("shared", name, Saved.ToJson(value)));
        }
    }

    // -- the frame of a tick
    /// <summary>Tell whether something is other than it was last, and keep it.</summary>
    private static bool IsOther(Dictionary<string, string> last, string name, Json now) {
        string text = JsonText.Of(now), known;
        if (last.TryGetValue(name, out known) && known == text) return false;
        last[name] = text;
        return true;
    }
    private static void AddOther(Json data, Dictionary<string, string> last, string name, Json now) {
        if (IsOther(last, name, now)) data.Add(name, now);
    }
    /// <summary>Begin the frame of a tick of all agents or, where ids are given, of these: who there is, what is
    /// shared, saves of agents that are new or due for one.</summary>
    internal Json Begin(ICollection<string> ids) {
        Json changed = Json.NewObject(), gone = Json.NewList(), still = Json.NewList();
        int between = (int)Math.Max(1, Math.Min(KeySeconds * minds.Rate, 1e9));
        int room = 8 << 20; // for saves of agents that are new, in bytes; what has none is new in the next tick
        foreach (Agent each in minds) {
            Told of = Of(each);
            of.IsStill = ids != null && !ids.Contains(each.Id);
            if (of.IsStill) still.Items.Add(each.Id);
            of.Data = of.IsNew && room < 0 ? null : Json.NewObject();
            if (of.IsNew && of.Data != null) {
                room -= each.Bytes.Length * 2 + each.Ints.Length * 6 + each.Floats.Length * 20;
                if (!of.IsSwapped) of.Data.Add("mind", each.Mind.Hash).AddFilled("curves", each.CurvesToJson());
                of.Outcomes = each.CopyOutcomes();
                of.Last.Clear();
                of.Last["ended"] = "false";
            }
            if (of.IsNew || (minds.TickNow + of.Number) % between == 0) { // the agents take turns
                of.Data?.Add("save", each.ToJson()).AddFilled("orders", Json.ListOf(each.Ordered, order =>
                    Json.ListOf(Json.Of(order.Key), order.Value)));
                of.Answers.Clear();
                of.EndAsking();
            }
            of.Data?.AddFilled("in", of.In);
            of.In = Json.NewList();
        }
        foreach (Told each in new List<Told>(told.Values).FindAll(each => !minds.Has(each.Agent.Id))) {
            told.Remove(each.Agent.Id);
            if (each.Outcomes != null) gone.Items.Add(each.Agent.Id);
        }
        foreach (KeyValuePair<string, Value> each in minds.Shared())
            AddOther(changed, shared, each.Key, Saved.ToJson(each.Value));
        return Frame("tick", "tick", Json.Of(minds.TickNow)).AddFilled("shared", changed)
            .AddFilled("still", still).AddFilled("gone", gone);
    }
    /// <summary>Tell in it what came of the tick.</summary>
    internal Json Finish(Json frame) {
        Json agents = Json.NewObject();
        foreach (Agent each in minds) {
            Told of = Of(each);
            of.Data?.AddFilled("asked", of.Asked);
            of.EndAsking();
            if (of.Data == null) continue;
            if (!of.IsStill) Finish(each, of, of.Data);
            of.IsNew = of.IsSwapped = false;
            agents.AddFilled(each.Id, of.Data);
        }
        return frame.AddFilled("agents", agents);
    }
    private void Finish(Agent a, Told of, Json data) {
        Json changed = Json.NewList();
        for (int k = 0; k < of.Outcomes.Length; k++) {
            byte was = of.Outcomes[k], now = a.Outcomes[k];
            if (now != was && Breaks.Count > 0) Break(a, k, now);
            if (now != (of.IsNew ? 0 : was)) changed.Items.AddRange(new[] { Json.Of(k), Json.Of(now) });
            of.Outcomes[k] = now;
        }
        data.AddFilled("out", changed);
        AddOther(data, of.Last, "is", JsonText.OfName(a.Status));
        AddOther(data, of.Last, "ended", Json.Of(a.Ended));
        double[] place = Place?.Invoke(a);
        if (place?.Length == 3 && Array.TrueForAll(place, Numbers.IsFinite))
            AddOther(data, of.Last, "at", Json.ListOf(place, Saved.ToJson));
    }
    private void Break(Agent a, int row, byte now) {
        if (Hit?["agent"] == null && Breaks.Exists(each => IsBreak(each, a.Mind.Hash, row, now)))
            Hit = Frame("held", "by", "break", "agent", a.Id, "row", Json.Of(row));
    }
    /// <summary>Tell whether a break is about this; refuse one that is none.</summary>
    internal static bool IsBreak(Json at, string program, int row, int now) =>
        at.Need("program").Text == program & at.Need("row").AsInt() == row
        & (now & at.Need("mask").AsInt()) == at.Need("is").AsInt();
}

} // Mindloom.Internals

/*
 * Shows the minds of a running game in Mindloom by the protocol mindloom-link 1, which the help page "Seeing the mind
 * of a running game" has; LinkSocket.cs carries it. Leave both out of what players get. MIT License, as Mindloom.cs.
 */
namespace Mindloom {

using System;
using System.Collections.Generic;
using System.Diagnostics;
using Mindloom.Internals;

/// <summary>A link between the minds of a game and Mindloom: call its `Tick` in the place of that of the minds. It
/// never waits, and where no editor is there it tries again every second.</summary>
public sealed class GameLink : Watcher {
    private readonly Minds minds;
    private readonly string token, game, host;
    private readonly ushort port;
    private LinkSocket socket;
    private int stepsLeft, depth, mark, number, next; // the tick to come
    private bool isWatched;
    private double since = double.NegativeInfinity; // when it was connected or lost
    private long seed;
    private readonly Dictionary<string, Told> told = new Dictionary<string, Told>(); // by agent
    private readonly Dictionary<string, string> shared = new Dictionary<string, string>(); // as told, by name
    private List<Json> breaks = new List<Json>();
    private Json hit; // the frame that says where a break holds the game
    private string swapping; // the hash of the program that Mindloom puts in
    private Agent asking;
    public Func<Agent, double[]> Place { get; set; } // where an agent is: x, y and heading in degrees, or null
    public Vector[] Outline { get; set; } = new Vector[0]; // of the ground
    public double KeySeconds { get; set; } = 10; // between two saves of an agent
    public Func<double> Clock { get; set; } = () => Stopwatch.GetTimestamp() / (double)Stopwatch.Frequency; // seconds
    public bool IsConnected { get; private set; } // Mindloom has let the game in
    public bool IsHeld { get; private set; } // by Mindloom: `Tick` does nothing and returns false
    public double Speed { get; private set; } = 1; // the game multiplies its clock by it
    public string Trouble { get; private set; } = ""; // why it is not connected
    public bool IsClosed { get; private set; } // it does not connect again
    public bool IsOpen => socket != null; // it is connected, or tries to
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

    public GameLink(Minds minds, string token, string game = "", string address = "127.0.0.1:7407") {
        this.minds = minds; this.token = token; this.game = game;
        host = address.Split(':')[0];
        if (!ushort.TryParse(address.Substring(address.IndexOf(':') + 1), out port))
            throw new MindError("The address '" + address + "' is none; write it as 127.0.0.1:7407.");
    }
    /// <summary>Tick the minds, those with these ids or all, as `Minds.Tick` does, and tell Mindloom; return false
    /// where Mindloom holds the game, and nothing was ticked.</summary>
    public bool Tick(ICollection<string> ids = null) {
        Poll();
        if (IsHeld) return false;
        if (isWatched && (minds.Seed != seed || minds.TickNow != next)) Leave("The game goes on from another tick.");
        Json frame = isWatched ? Begin(ids) : null;
        if (ids == null) minds.Tick(); else minds.Tick(ids);
        next = minds.TickNow;
        hit = stepsLeft > 0 && --stepsLeft == 0 ? Frame("held", "by", "step") : null;
        if (frame != null && isWatched) Send(Finish(frame));
        if (hit != null) Hold(hit);
        Flush();
        return true;
    }
    /// <summary>Tell Mindloom that it is over, and why; the link does not connect again.</summary>
    public void Close(string why = "The game has ended.") {
        Send(Frame("end", "why", why));
        IsClosed = true;
        if (IsConnected) Rest(); else HangUp(why);
        Flush();
    }
    /// <summary>Connect, read and do what Mindloom sent, and send what waits, without a tick.</summary>
    public void Poll() {
        double waited = Clock() - since;
        if (socket == null && !IsClosed && minds.Rate > 0 && !(waited < 1)) Connect();
        else if (socket != null && !IsConnected && waited >= 5) HangUp("Mindloom does not answer.");
        for (string text = socket?.Receive(); text != null; text = socket?.Receive()) Take(text);
        Flush();
    }

    // -- the connection
    private static Json Frame(params Json[] parts) { // its kind, then names and values
        Json made = Json.NewObject().Add("frame", parts[0]);
        for (int k = 1; k < parts.Length; k += 2) made.Add(parts[k].Text, parts[k + 1]);
        return made;
    }
    private void Connect() {
        since = Clock();
        socket = new LinkSocket(host, port);
        var programs = new HashSet<string>(new List<Agent>(minds).ConvertAll(each => each.Mind.Hash));
        Send(Frame("hello", "link", Json.Of(1), "token", token, "game", game, "executor", "csharp",
            "rate", Json.Of(minds.Rate), "seed", Json.Of(minds.Seed), "programs", Json.ListOf(programs, Json.Of),
            "can", Json.ListOf("pause", "step", "speed", "swap", "break"))
            .AddFilled("outline", Json.ListOf(Outline, each => Saved.ToJson(each))));
    }
    private void Leave(string why) { Send(Frame("end", "why", why)); Flush(); HangUp(why); }
    private void HangUp(string why) {
        Rest();
        socket?.Close();
        socket = null;
        IsConnected = false;
        since = Clock();
        Trouble = why;
    }
    private void Flush() { socket?.Flush(); if (socket != null && socket.IsLost) HangUp("Mindloom is not there."); }
    private void Rest() { Watch(false); IsHeld = false; Speed = 1; stepsLeft = 0; breaks.Clear(); } // as without a link
    private void Send(Json frame) { if (!IsClosed) socket?.Send(JsonText.Of(frame)); }

    // -- what Mindloom says
    private void Take(string text) {
        Json frame;
        try { frame = Json.Parse(text, "frame"); } catch (MindError) { HangUp("It sent no frame."); return; }
        string kind = frame.TextOr("frame") ?? "";
        if (IsClosed) return;
        if (IsConnected) {
            try { Do(kind, frame); }
            catch (MindError problem) { Send(Frame("refused", "about", kind, "why", problem.Message)); }
            swapping = null;
        } else if (kind == "welcome") Watch(IsConnected = true);
        if (kind == "refused") Close(frame.TextOr("why") ?? ""); // a token does not become right by asking again
    }
    private void Do(string kind, Json frame) {
        string name = frame.Word("name", "");
        switch (kind) {
            case "program": SendProgram(frame.Word("hash", "")); break;
            case "watch": Watch(frame.Word("detail", "all") != "off"); break;
            case "set":
                Agent a = minds.Get(frame.Word("agent", ""));
                a.Set(name, Saved.ToValue(frame["to"], a.Program.Own.Find(each => each.Name == name)?.Type));
                break;
            case "shared": minds.SetShared(name, Saved.ToValue(frame["to"], minds.CellOf(name)?.Type)); break;
            case "post": Post(frame.Word("event", ""), frame.Word("agent", null), frame["with"] ?? new Json()); break;
            case "swap": Swap(frame.Need("program"), frame["names"], frame.Need("upgrade")); break;
            case "pause": Hold(Frame("held", "by", "pause")); break;
            case "resume": LetGo(0); Send(Frame("going")); break;
            case "step": LetGo((int)Above0(frame.Int("ticks", 1))); break;
            case "speed": Speed = Above0(frame.Number("factor", 0)); break;
            case "break": breaks = frame.ItemsOf("at").FindAll(each => !IsBreak(each, "", 0, 0)); break;
        }
    }
    private void Watch(bool isOn) {
        if (isOn == isWatched) return;
        isWatched = isOn;
        minds.Watcher = isOn ? this : null;
        told.Clear();
        shared.Clear();
        depth = 0;
        seed = minds.Seed;
        next = minds.TickNow;
    }
    private void Hold(Json held) { IsHeld = true; stepsLeft = 0; Send(held.Add("tick", Json.Of(minds.TickNow))); }
    private void LetGo(int steps) { IsHeld = false; stepsLeft = steps; }
    private static double Above0(double x) =>
        x > 0 && Numbers.IsFinite(x) ? x : throw new MindError(JsonText.OfNumber(x) + " is not above 0.");
    private void Post(string name, string id, Json with) {
        List<Agent> those = new List<Agent>(minds).FindAll(each => Need.Named(each.Program.Events, name) != null);
        if (id != null) those = new List<Agent> { minds.Get(id) };
        if (those.Count == 0) throw new MindError("No mind has an event '" + name + "'.");
        List<Event> made = those.ConvertAll(each => {
            var fields = new Arguments();
            foreach (string field in with.Names)
                fields[field] = Saved.ToValue(with[field], Need.Named(each.Program.Events, name)?.TypeOf(field));
            return each.EventOf(name, fields);
        });
        for (int k = 0; k < made.Count; k++) those[k].Take(made[k]);
    }
    private void Swap(Json program, Json names, Json table) {
        Mind mind = Mind.Parse(JsonText.Of(program), names == null ? null : JsonText.Of(names));
        swapping = mind.Hash;
        Json agents = Json.Of(minds.Swap(mind, JsonText.Of(table)));
        Send(Frame("swapped", "from", table["from"], "to", mind.Hash, "agents", agents));
    }
    private void SendProgram(string hash) {
        Mind mind = new List<Agent>(minds).Find(each => each.Mind.Hash == hash)?.Mind
            ?? throw new MindError("No agent has the program '" + hash + "'.");
        string head = JsonText.Of(Frame("program", "hash", hash, "names", mind.Names ?? new Json()));
        socket?.Send(head.Remove(head.Length - 1) + ",\"program\":" + mind.Text.TrimStart('\uFEFF') + "}");
    }

    // -- what comes into minds
    internal override void Put(Agent a, string name, Value value) { Came(a, "set", name, Saved.ToJson(value)); }
    internal override void Posted(Agent a, Event of) { Came(a, "post", of.Name, Saved.OfFields(of.Fields, of.Values)); }
    internal override void Halted(Agent a) { Came(a, "halt"); }
    internal override void Restarted(Agent a) { Came(a, "restart"); }
    internal override void Restored(Agent a) {
        Of(a).IsNew = true;
        Of(a).IsSwapped = swapping != null;
        if (swapping != null) Came(a, "swap", swapping); else Of(a).In.Items.Clear();
    }
    private Told Of(Agent a) {
        Told found;
        if (!told.TryGetValue(a.Id, out found) || found.Agent != a)
            told[a.Id] = found = new Told { Agent = a, Number = number++ };
        return found;
    }
    private bool IsLater(Agent a) => !Of(a).IsStill && Numbers.ByCodePoints(a.Id, asking.Id) > 0; // in this tick
    private void Came(Agent a, params Json[] what) {
        bool isMeanwhile = depth > 0 && swapping == null && (a == asking || (minds.IsTicking && IsLater(a)));
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
        if (isStep && swapping == null) Of(a).Steps++;
    }
    internal override void Answered(Agent a, Json question, Json answer, string failed) {
        if (--depth == 0) Tell(a, question, failed == null ? answer : Json.NewObject().Add("failed", failed), mark);
    }
    internal override void Free(Agent a, string thing, bool may) {
        Tell(a, Json.ListOf("free", thing), Json.Of(may), Of(a).Asked.Items.Count);
    }
    private void Tell(Agent a, Json question, Json answer, int before) { // inputs that came while it was asked
        if (swapping != null || !IsOther(Of(a).Answers, JsonText.Of(question), answer)) return;
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
    private Json Begin(ICollection<string> ids) {
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
                if (!of.IsSwapped) of.Data.Add("mind", each.Mind.Hash);
                of.Outcomes = each.CopyOutcomes();
                of.Last.Clear();
                of.Last["ended"] = "false";
            }
            if (of.IsNew || (minds.TickNow + of.Number) % between == 0) { // the agents take turns
                of.Data?.Add("save", each.ToJson());
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
    private Json Finish(Json frame) {
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
            if (now != was && breaks.Count > 0) Break(a, k, now);
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
        if (hit?["agent"] == null && breaks.Exists(each => IsBreak(each, a.Mind.Hash, row, now)))
            hit = Frame("held", "by", "break", "agent", a.Id, "row", Json.Of(row));
    }
    /// <summary>Tell whether a break is about this; refuse one that is none.</summary>
    private static bool IsBreak(Json at, string program, int row, int now) =>
        at.Need("program").Text == program & at.Need("row").AsInt() == row
        & (now & at.Need("mask").AsInt()) == at.Need("is").AsInt();
}

} // Mindloom

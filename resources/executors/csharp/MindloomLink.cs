/*
 * Shows the minds of a running game in Mindloom by the protocol mindloom-link 1, which the help page "Seeing the mind
 * of a running game" has; LinkNotes.cs writes what it tells and
 * LinkSocket.cs carries it. Leave them out of what players get. MIT License, as Mindloom.cs.
 */
namespace Mindloom {

using System;
using System.Collections.Generic;
using System.Diagnostics;
using Mindloom.Internals;

/// <summary>A link between the minds of a game and Mindloom: call its `Tick` in the place of that of the minds. It
/// never waits, and where no editor is there it tries again every second.</summary>
public sealed class GameLink {
    private readonly Minds minds;
    private readonly string token, game, host;
    private readonly ushort port;
    private readonly LinkNotes notes;
    private LinkSocket socket;
    private int stepsLeft, next; // the tick to come
    private bool isWatched;
    private double since = double.NegativeInfinity; // when it was connected or lost
    private long seed;
    /// <summary>Where an agent is: x, y and heading in degrees, or null.</summary>
    public Func<Agent, double[]> Place { set { notes.Place = value; } }
    public Vector[] Outline { get; set; } = new Vector[0]; // of the ground
    public double KeySeconds { set { notes.KeySeconds = value; } } // between two saves of an agent
    public Func<double> Clock { get; set; } = () => Stopwatch.GetTimestamp() / (double)Stopwatch.Frequency; // seconds
    public bool IsConnected { get; private set; } // Mindloom has let the game in
    public bool IsHeld { get; private set; } // by Mindloom: `Tick` does nothing and returns false
    public double Speed { get; private set; } = 1; // the game multiplies its clock by it
    public string Trouble { get; private set; } = ""; // why it is not connected
    public bool IsClosed { get; private set; } // it does not connect again
    public bool IsOpen => socket != null; // it is connected, or tries to
    public GameLink(Minds minds, string token, string game = "", string address = "127.0.0.1:7407") {
        this.minds = minds; this.token = token; this.game = game;
        notes = new LinkNotes(minds);
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
        Json frame = isWatched ? notes.Begin(ids) : null;
        if (ids == null) minds.Tick(); else minds.Tick(ids);
        next = minds.TickNow;
        notes.Hit = stepsLeft > 0 && --stepsLeft == 0 ? LinkNotes.Frame("held", "by", "step") : null;
        if (frame != null && isWatched) Send(notes.Finish(frame));
        if (notes.Hit != null) Hold(notes.Hit);
        Flush();
        return true;
    }
    /// <summary>Tell Mindloom that it is over, and why; the link does not connect again.</summary>
    public void Close(string why = "The game has ended.") {
        Send(LinkNotes.Frame("end", "why", why));
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
    private void Connect() {
        since = Clock();
        socket = new LinkSocket(host, port);
        var programs = new HashSet<string>(new List<Agent>(minds).ConvertAll(each => each.Mind.Hash));
        Send(LinkNotes.Frame("hello", "link", Json.Of(1), "token", token, "game", game, "executor", "csharp",
            "rate", Json.Of(minds.Rate), "seed", Json.Of(minds.Seed), "programs", Json.ListOf(programs, Json.Of),
            "can", Json.ListOf("pause", "step", "speed", "swap", "break", "order"))
            .AddFilled("outline", Json.ListOf(Outline, each => Saved.ToJson(each))));
    }
    private void Leave(string why) { Send(LinkNotes.Frame("end", "why", why)); Flush(); HangUp(why); }
    private void HangUp(string why) {
        Rest();
        socket?.Close();
        socket = null;
        IsConnected = false;
        since = Clock();
        Trouble = why;
    }
    private void Flush() { socket?.Flush(); if (socket != null && socket.IsLost) HangUp("Mindloom is not there."); }
    /// <summary>Let the game be as without a link.</summary>
    private void Rest() { Watch(false); IsHeld = false; Speed = 1; stepsLeft = 0; notes.Breaks.Clear(); }
    private void Send(Json frame) { if (!IsClosed) socket?.Send(JsonText.Of(frame)); }

    // -- what Mindloom says
    private void Take(string text) {
        Json frame;
        try { frame = Json.Parse(text, "frame"); } catch (MindError) { HangUp("It sent no frame."); return; }
        string kind = frame.TextOr("frame") ?? "";
        if (IsClosed) return;
        if (IsConnected) {
            try { Do(kind, frame); }
            catch (MindError problem) { Send(LinkNotes.Frame("refused", "about", kind, "why", problem.Message)); }
            notes.Swapping = null;
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
            case "order": Order(minds.Get(frame.Word("agent", "")), frame, frame["to"]); break;
            case "swap": Swap(frame.Need("program"), frame["names"], frame.Need("upgrade")); break;
            case "pause": Hold(LinkNotes.Frame("held", "by", "pause")); break;
            case "resume": LetGo(0); Send(LinkNotes.Frame("going")); break;
            case "step": LetGo((int)Above0(frame.Int("ticks", 1))); break;
            case "speed": Speed = Above0(frame.Number("factor", 0)); break;
            case "break": notes.Breaks = frame.ItemsOf("at").FindAll(each => !LinkNotes.IsBreak(each, "", 0, 0)); break;
        }
    }
    private void Watch(bool isOn) {
        if (isOn == isWatched) return;
        isWatched = isOn;
        minds.Watcher = isOn ? notes : null;
        notes.Restart();
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
    private static void Order(Agent agent, Json frame, Json to) {
        if (agent.Mind.Hash != frame.Word("program", ""))
            throw new MindError("The agent thinks with another program by now.");
        bool isNone = to == null || to.Kind == JsonKind.Null;
        agent.Order(frame.Int("row", -1), isNone ? null : to.Text ?? JsonText.Of(to));
    }
    private void Swap(Json program, Json names, Json table) {
        Mind mind = Mind.Parse(JsonText.Of(program), names == null ? null : JsonText.Of(names));
        notes.Swapping = mind.Hash;
        Json agents = Json.Of(minds.Swap(mind, JsonText.Of(table)));
        Send(LinkNotes.Frame("swapped", "from", table["from"], "to", mind.Hash, "agents", agents));
    }
    private void SendProgram(string hash) {
        Mind mind = new List<Agent>(minds).Find(each => each.Mind.Hash == hash)?.Mind
            ?? throw new MindError("No agent has the program '" + hash + "'.");
        string head = JsonText.Of(LinkNotes.Frame("program", "hash", hash, "names", mind.Names ?? new Json()));
        socket?.Send(head.Remove(head.Length - 1) + ",\"program\":" + mind.Text.TrimStart('\uFEFF') + "}");
    }

}

} // Mindloom

/*
 * The Mindloom executor for C#: runs the programs that `mindloom export` writes. netstandard2.0 and C# 7.3, as every
 * Unity takes them; no dependency.
 *
 * Copyright (c) 2026 Mindloom contributors. MIT License: use, copy, change and share it freely, keep this notice;
 * it comes without warranty of any kind. https://opensource.org/license/mit
 *
 * It follows the help page "The runtime format" part by part and names things as that page does; the page says what
 * they do. A program becomes objects once, when it is parsed: rows, lines and expressions. Ticks then make none, but
 * for events with fields, lists, delayed events and what failed. All that share a Mind are ticked by one thread.
 */

namespace Mindloom {

using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using Mindloom.Internals;

/// <summary>What a node did in a tick, and what the tick of an action gives.</summary>
public enum Status : byte { Idle, Running, Success, Failure, Skipped }

/// <summary>What a value is; a game gives Missing for a field that an entity does not have.</summary>
public enum Kind : byte { Nobody, Bool, Number, Vector, Text, List, Missing }

/// <summary>Says what was asked for that is not there or does not fit, and what would.</summary>
public class MindError : Exception {
    public MindError(string words) : base(words) { }
}

/// <summary>A place or a direction.</summary>
public struct Vector : IEquatable<Vector> {
    public readonly double X, Y;
    public Vector(double x, double y) { X = x; Y = y; }
    public bool Equals(Vector other) => X == other.X && Y == other.Y;
    public override bool Equals(object other) => other is Vector && Equals((Vector)other);
    public override int GetHashCode() => unchecked(X.GetHashCode() * 31 + Y.GetHashCode());
    public override string ToString() => "(" + JsonText.OfNumber(X) + ", " + JsonText.OfNumber(Y) + ")";
    internal bool IsFinite => Numbers.IsFinite(X) && Numbers.IsFinite(Y);
}

/// <summary>A value of any type, made without a box. A null text is nobody; ints and floats are both numbers.</summary>
public struct Value {
    public readonly Kind Kind;
    private readonly double x, y;
    private readonly object held;
    private Value(Kind kind, double x, double y, object held) {
        Kind = kind; this.x = x; this.y = y; this.held = held;
    }
    public static readonly Value Nobody = default(Value);
    public static readonly Value Missing = new Value(Kind.Missing, 0, 0, null);
    public static implicit operator Value(bool value) => new Value(Kind.Bool, value ? 1 : 0, 0, null);
    public static implicit operator Value(int value) => new Value(Kind.Number, value, 0, null);
    public static implicit operator Value(double value) => new Value(Kind.Number, value, 0, null);
    public static implicit operator Value(Vector value) => new Value(Kind.Vector, value.X, value.Y, null);
    public static implicit operator Value(string value) =>
        new Value(value == null ? Kind.Nobody : Kind.Text, 0, 0, value);
    public static implicit operator Value(Value[] value) =>
        new Value(value == null ? Kind.Nobody : Kind.List, 0, 0, value);
    /// <summary>Make a list of texts or entities.</summary>
    public static Value ListOf(IReadOnlyList<string> texts) {
        var items = new Value[texts.Count];
        for (int k = 0; k < items.Length; k++) items[k] = texts[k];
        return items;
    }
    public bool IsNobody => Kind == Kind.Nobody;
    public bool Bool => Kind == Kind.Bool ? x != 0 : throw Other("a bool");
    public double Number => Kind == Kind.Number ? x : throw Other("a number");
    public int Int => Numbers.ToInt(Number);
    public Vector Vector => Kind == Kind.Vector ? new Vector(x, y) : throw Other("a vector");
    /// <summary>The text or the id of an entity, null for nobody.</summary>
    public string Text => Kind == Kind.Text || Kind == Kind.Nobody ? (string)held : throw Other("a text");
    public Value[] List => Kind == Kind.List ? (Value[])held : throw Other("a list");
    private Failure Other(string wanted) => new Failure("The value " + this + " is not " + wanted + ".");
    internal static bool Same(Value one, Value other) {
        if (one.Kind != other.Kind) return false;
        switch (one.Kind) {
            case Kind.Bool: case Kind.Number: return one.x == other.x;
            case Kind.Vector: return one.x == other.x && one.y == other.y;
            case Kind.Text: return (string)one.held == (string)other.held;
            case Kind.List: break;
            default: return true;
        }
        Value[] left = one.List, right = other.List;
        if (left.Length != right.Length) return false;
        for (int k = 0; k < left.Length; k++) if (!Same(left[k], right[k])) return false;
        return true;
    }
    public override string ToString() => Kind == Kind.Missing ? "nothing" : JsonText.Of(Saved.ToJson(this));
}

/// <summary>The arguments of an action, a condition, an effect or a steering request, by name.</summary>
/// <remarks>Those that a game is called with are filled each time; what is to be kept is copied.</remarks>
public sealed class Arguments {
    internal string[] Names;
    internal Value[] Values;
    public Arguments() : this(new string[0]) { }
    internal Arguments(string[] names) { Names = names; Values = new Value[names.Length]; }
    public int Count => Names.Length;
    public string NameOf(int place) => Names[place];
    public Value this[int place] => Values[place];
    /// <summary>Read an argument, or give one a value: those a game makes have the names it gives them.</summary>
    public Value this[string name] {
        get {
            int place = PlaceOf(name);
            if (place < 0) throw new MindError("There is no argument '" + name + "'; there are " + Listed() + ".");
            return Values[place];
        }
        set {
            int place = PlaceOf(name);
            if (place < 0) {
                place = Names.Length;
                Array.Resize(ref Names, place + 1);
                Array.Resize(ref Values, place + 1);
                Names[place] = name;
            }
            Values[place] = value;
        }
    }
    public bool Has(string name) => PlaceOf(name) >= 0;
    public double Number(string name) => this[name].Number;
    public int Int(string name) => this[name].Int;
    public bool Bool(string name) => this[name].Bool;
    public string Text(string name) => this[name].Text;
    public Vector Vector(string name) => this[name].Vector;
    internal int PlaceOf(string name) {
        for (int k = 0; k < Names.Length; k++) if (Names[k] == name) return k;
        return -1;
    }
    private string Listed() => Names.Length == 0 ? "none" : string.Join(", ", Names);
}

/// <summary>A mind as a game loads it: a program that agents can be given.</summary>
public sealed class Mind {
    private const string Again = "Export the document again: mindloom export NAME.mind.json";
    internal readonly Program Program;
    internal readonly Json Names; // null without the file of names
    internal readonly string Text; // what it was parsed from, for a link
    private readonly Dictionary<string, int> rowsByName = new Dictionary<string, int>();
    public string Hash { get; }
    /// <summary>Ticks per second.</summary>
    public double Rate => Program.Rate;
    /// <summary>Read the text of an export, and of the file of names beside it.</summary>
    /// <param name="text">What is in NAME.runtime.json.</param>
    /// <param name="names">What is in NAME.names.json, or null.</param>
    /// <exception cref="MindError">It is no export, or not one that this executor can run.</exception>
    public static Mind Parse(string text, string names = null) => new Mind(text, names);
    private Mind(string text, string names) {
        Text = text;
        Json data = Json.Parse(text, "export");
        string format = data.TextOr("format");
        if (format != "mindloom-runtime")
            throw new MindError("The file is no export: its format is not \"mindloom-runtime\".");
        Json version = data["version"];
        bool isTwo = version != null && version.Kind == JsonKind.Number && version.NumberValue == 2;
        if (!isTwo || data["uses"] == null) {
            // the first files that said 2 had the form of 1
            string words = isTwo ? "1" : version == null ? "none" : JsonText.Of(version);
            throw new MindError("The export is of version " + words + ", and this executor reads version 2. "
                + Again + ".");
        }
        try {
            RefuseUnknown(data["uses"], "functions", each => Array.IndexOf(Functions.Names, each) >= 0);
            RefuseUnknown(data["uses"], "lines", each => Array.IndexOf(Program.LineOps, each) >= 0);
            RefuseUnknown(data["uses"], "ops", Program.Knows);
        } catch (JsonError problem) { throw Damaged(problem); }
        try {
            Program = new Program(data);
            Hash = data.Word("hash", "");
        } catch (Exception problem) { throw Damaged(problem); }
        Names = names == null ? null : Json.Parse(names, "file of names");
        if (Names == null) return;
        if (Names.TextOr("program") != Hash) throw new MindError("The file of names is of another export.");
        for (int k = 0; k < Program.Rows.Length; k++) {
            foreach (string each in new[] { NamePart(k, 1), NamePart(k, 2) })
                if (!string.IsNullOrEmpty(each) && !rowsByName.ContainsKey(each)) rowsByName[each] = k;
        }
    }
    private static MindError Damaged(Exception problem) =>
        new MindError("The export is damaged: " + problem.Message + " " + Again + ".");
    private static void RefuseUnknown(Json uses, string sort, Predicate<string> isKnown) {
        string lacking = Array.Find(uses.Texts(sort), each => !isKnown(each));
        if (lacking != null)
            throw new MindError("The export uses '" + lacking + "' (" + sort + "), which this executor does not have.");
    }
    private string NamePart(int row, int part) {
        Json rows = Names == null ? null : Names["rows"];
        Json parts = rows == null || rows.Items == null || row >= rows.Items.Count ? null : rows.Items[row];
        Json found = parts == null || parts.Items == null || parts.Items.Count <= part ? null : parts.Items[part];
        return found == null || found.Kind != JsonKind.Text ? "" : found.Text;
    }
    /// <summary>Return how a row is called: a path where there are names, else its number.</summary>
    public string NameOf(int row) {
        string path = NamePart(row, 2), id = NamePart(row, 1);
        return path != "" ? path : id != "" ? id : row.ToString(CultureInfo.InvariantCulture);
    }
    internal string StateName(int row) {
        Json texts = Names == null ? null : Names["texts"];
        string number = row.ToString(CultureInfo.InvariantCulture);
        string name = texts == null ? null : texts.TextOr("/rows/" + number + "/name");
        if (name != null) return name;
        return NamePart(row, 1) != "" ? NamePart(row, 1) : number;
    }
    internal int RowNamed(string id) {
        if (Names == null) throw new MindError("Without the file of names the node '" + id + "' cannot be found.");
        int row;
        return rowsByName.TryGetValue(id, out row) ? row : throw new MindError("The mind has no node '" + id + "'.");
    }
}

// ---- What a game supplies ------------------------------------------------------------------------------------------

/// <summary>An action of a game, as a class: `Tick` is called each tick while it runs.</summary>
public abstract class GameAction {
    public virtual void Enter(Context context, Arguments given) { }
    public abstract Status Tick(Context context, Arguments given);
    public virtual void Halt(Context context, Arguments given) { }
}

/// <summary>An action of a game, as a function: it is called each tick while it runs.</summary>
public delegate Status ActionTick(Context context, Arguments given);

/// <summary>A condition of a game. It is asked once per tick, agent and arguments.</summary>
public delegate bool Condition(Context context, Arguments given);

/// <summary>Answers what a field of an entity is, or Value.Missing.</summary>
public delegate Value EntityFieldOf(string entity, string field);

/// <summary>Answers which entities a query finds for an agent; `of` is what it is about, or no text.</summary>
public delegate IReadOnlyList<string> Query(string agent, string of);

/// <summary>Ready-made actions.</summary>
public static class Ready {
    /// <summary>Asks for steering under the action's own name, with its arguments, and keeps running.</summary>
    public static Status Steering(Context context, Arguments given) => context.SteerAs(given);
    /// <summary>An instant action that adds an effect of its own name, with its arguments, and succeeds.</summary>
    public static Status Effect(Context context, Arguments given) {
        context.Effect(context.Action, given);
        return Status.Success;
    }
}

/// <summary>What an action or a condition is called with. It is one object, filled for each call: do not keep
/// it.</summary>
public sealed class Context {
    private readonly Minds minds;
    private Agent mind;
    private Call call; // null for a condition
    private int entered;
    internal Context(Minds minds) { this.minds = minds; }
    internal Context Of(Agent a, Call asking, int since) { mind = a; call = asking; entered = since; return this; }
    /// <summary>The id of the agent.</summary>
    public string Agent => mind.Id;
    /// <summary>The row of the node that acts; -1 for a condition.</summary>
    public int Row => call == null ? -1 : call.Row.Index;
    /// <summary>The name of the action, no text for a condition.</summary>
    public string Action => call == null ? "" : call.Name;
    /// <summary>The tick, from 0.</summary>
    public int Now => mind.Now;
    /// <summary>Seconds since the action was entered.</summary>
    public double Elapsed => (mind.Now - entered) * Dt;
    /// <summary>Seconds that a tick lasts.</summary>
    public double Dt => 1 / mind.Program.Rate;
    /// <summary>Draw from 0 to below 1.</summary>
    public double Random() { int draws = DrawsPlace(); return RandomDraws.Float(mind, call.Row.Stream, draws); }
    /// <summary>Draw an int from low to high, both in.</summary>
    public int RandomInt(int low, int high) {
        int draws = DrawsPlace();
        return RandomDraws.Int(mind, call.Row.Stream, draws, low, high);
    }
    public Value EntityField(string entity, string field) => minds.FieldOf(entity, field);
    /// <summary>Add an effect, which the game finds in `minds.Effects` behind the tick.</summary>
    public void Effect(string name, Arguments given = null) { minds.AddEffect(mind.Id, name, given); }
    /// <summary>Ask for steering in this tick.</summary>
    public void Steer(string behavior, Arguments given = null, double weight = 1, int priority = 1) {
        if (call == null) throw new MindError("A condition cannot steer.");
        mind.Steer(call.Row, behavior, given ?? Minds.NoArguments, false, weight, priority);
    }
    internal Status SteerAs(Arguments given) {
        Value weight = given.Has("weight") ? given["weight"] : Value.Nobody;
        Value priority = given.Has("priority") ? given["priority"] : Value.Nobody;
        mind.Steer(call.Row, call.Name, given, true, weight.IsNobody ? 1 : weight.Number,
            priority.IsNobody ? 1 : priority.Int);
        return Status.Running;
    }
    private int DrawsPlace() => call != null && call.Row.Draws >= 0 ? call.Row.Draws
        : throw new MindError("This node has no place that counts draws.");
}

/// <summary>Something that a tick asks the game to do.</summary>
public sealed class Effect {
    public string Agent { get; internal set; }
    public string Name { get; internal set; }
    public Arguments Arguments { get; } = new Arguments();
}

/// <summary>Steering that an action asks for.</summary>
public sealed class Request {
    public int Row { get; internal set; }
    public string Behavior { get; internal set; }
    public Arguments Arguments { get; } = new Arguments();
    public double Weight { get; internal set; }
    public int Priority { get; internal set; }
    /// <summary>The number of the row in random draws, -1 for none.</summary>
    public long Stream { get; internal set; }
    internal int Uses; // how often it is asked for in this tick, and in force
}

/// <summary>What went wrong in a tick.</summary>
public sealed class AgentError {
    public int Row { get; internal set; }
    /// <summary>The path of the node, or the number of its row.</summary>
    public string Node { get; internal set; }
    public string Message { get; internal set; }
    public override string ToString() => Node + ": " + Message;
}

// ---- Agents --------------------------------------------------------------------------------------------------------

/// <summary>One agent with its mind: its variables, its events, its nodes.</summary>
public sealed class Agent {
    private const int MostVisits = 10000, MostSpare = 64;
    internal const int MostDelayed = 1000;
    private const string NotEntered =
        "The state was not entered: its machine did not run in this tick, or the tick was cut short.";
    private static readonly string[] OrderWords = { "disabled", "enter", "success", "failure", "skipped" }; // by Status
    private static readonly Delayed[] NoneDue = new Delayed[0];
    internal readonly Minds Minds;
    internal Program Program;
    internal GameAction[] Actions;
    internal Condition[] Conditions;
    private Query[] queries;
    private readonly Dictionary<string, Curve> ownCurves; // in place of those of its mind
    internal Curve[] Curves;
    internal bool IsWanted; // in the tick of some agents

    // what it remembers
    internal byte[] Bytes;
    internal int[] Ints;
    internal double[] Floats;
    internal string[] Objects;
    internal byte[] Outcomes; // what each row did in the last tick
    internal readonly List<Event> Posted = new List<Event>(); // for the next tick
    internal readonly List<Delayed> Delayed = new List<Delayed>(); // as they are due, then as they were raised
    internal readonly List<Pending> Pendings = new List<Pending>(); // in the order of their sources
    internal readonly SortedDictionary<int, Status> Orders = new SortedDictionary<int, Status>(); // Idle for disabled
    internal readonly List<StateRow> Entries = new List<StateRow>(); // ordered to be entered
    private readonly List<Request> requests = new List<Request>(); // those in force
    private int ahead, quiet;
    internal Cell[] World;
    internal uint Mixed;

    // of its tick
    internal int Now, VisitsLeft, PassedGuard;
    internal readonly List<Event> Events = new List<Event>(); // those that this tick takes
    internal Event Event; // the one that is being taken
    internal OwnerRow State; // the state, or machine, around what is evaluated
    internal int[] Armed, Held = Trigger.None; // triggers: read armed by the last test, and counting as armed
    internal readonly Dictionary<TransitionRow, int[]> Reads = new Dictionary<TransitionRow, int[]>(); // by guards
    internal readonly List<LettingIn> LettingIn = new List<LettingIn>();
    private readonly List<Request> made = new List<Request>(), spare = new List<Request>();
    private readonly List<AskedCondition> asked = new List<AskedCondition>(); // the first `askedCount`
    private int askedCount;
    private readonly List<AgentError> errors = new List<AgentError>();
    public string Id { get; }
    public Mind Mind { get; private set; }
    /// <summary>What its mind gave in the last tick; Idle where it has ended or was halted.</summary>
    public Status Status { get; private set; }
    /// <summary>It does nothing more: its machine ended, or it was halted.</summary>
    public bool Ended { get; private set; }
    /// <summary>The row of the final state it ended in, -1 for none.</summary>
    public int Final { get; private set; }
    /// <summary>Steering in force, in the order of rows. These objects are used again: read them before the next
    /// tick.</summary>
    public IReadOnlyList<Request> Requests => requests;
    /// <summary>What went wrong in the last tick.</summary>
    public IReadOnlyList<AgentError> Errors => errors;
    /// <summary>A copy of what each row did in the last tick, as the page says.</summary>
    public byte[] CopyOutcomes() => (byte[])Outcomes.Clone();
    internal Agent(Minds minds, string id, Mind mind, Dictionary<string, Curve> curves) {
        Minds = minds; Id = id; ownCurves = curves;
        Become(mind);
    }
    /// <summary>Begin with a mind.</summary>
    private void Become(Mind mind) {
        Mind = mind;
        Program = mind.Program;
        Outcomes = new byte[Program.Rows.Length];
        Actions = Array.ConvertAll(Program.Actions, each => Minds.Actions.Find(each.Name));
        Conditions = Array.ConvertAll(Program.Conditions, each => Minds.Conditions.Find(each.Name));
        queries = Array.ConvertAll(Program.Queries, each => Minds.Queries.Find(each.Name));
        Curves = Array.ConvertAll(Program.Curves, CurveFor);
        Begin();
    }
    private Curve CurveFor(Curve ofMind) {
        Curve own;
        return ownCurves.TryGetValue(ofMind.Name, out own) ? own : ofMind;
    }
    private void Begin() {
        Bytes = new byte[Program.ByteCount];
        Ints = new int[Program.IntCount];
        Floats = new double[Program.FloatCount];
        Objects = new string[Program.ObjectCount];
        Mixed = RandomDraws.Fmix(unchecked(RandomDraws.Fmix((uint)Minds.Seed) ^ RandomDraws.Fnv1a(Id)));
        ahead = quiet = 0;
        Posted.Clear();
        Delayed.Clear();
        Pendings.Clear();
        Reads.Clear();
        made.Clear();
        requests.Clear();
        DropOrders();
        Held = Trigger.None;
        Ended = false;
        Final = -1;
        Status = Status.Idle;
        World = Array.ConvertAll(Program.Variables, each => each.IsWorld ? Minds.CellOf(each.Name) : null);
        BeginReports();
        foreach (OrderedRow each in Program.Ordered) Ints[each.Place] = -1;
        Program.Defaults.Write(this);
        foreach (Trigger each in Program.Triggers)
            if (Bytes[each.Place] != Trigger.Unarmed) each.Arm(this, Trigger.ArmedBefore);
    }

    // -- what the game tells it
    /// <summary>Write a variable, as a sensor would; true arms a trigger for the next tick.</summary>
    /// <exception cref="MindError">There is no such variable, or it cannot take the value.</exception>
    public void Set(string name, Value value) {
        Variable variable = Declared(name);
        if (!variable.Type.Fits(value)) throw Minds.CannotTake(name, variable.Type, value);
        variable.Write(this, value);
        Now = unchecked(Minds.TickNow + ahead);
        if (variable.Type.Sort == Sort.Trigger && value.Bool)
            foreach (Trigger each in Program.Triggers)
                if (each.Place == variable.Place) each.Arm(this, Trigger.ArmedBefore);
        Minds.Watcher?.Put(this, name, value);
    }
    /// <summary>Return the value of a variable.</summary>
    public Value Get(string name) => Declared(name).Read(this);
    /// <summary>All variables of the agent with their values now, in a new dictionary.</summary>
    public Dictionary<string, Value> Variables {
        get {
            var all = new Dictionary<string, Value>();
            foreach (Variable each in Program.Own) all[each.Name] = each.Read(this);
            return all;
        }
    }
    private Variable Declared(string name) {
        Variable found;
        if (Program.OwnByName.TryGetValue(name, out found)) return found;
        string known = Minds.Listed(Program.Own.ConvertAll(each => each.Name));
        throw new MindError("The mind has no variable '" + name + "'; it has " + known + ".");
    }
    /// <summary>Post an event for the next tick.</summary>
    /// <param name="name">One that the mind listens for.</param>
    /// <param name="payload">Its fields by name; null where it has none. They are copied.</param>
    public void Post(string name, Arguments payload = null) { Take(EventOf(name, payload)); }
    /// <summary>Take an event for the next tick.</summary>
    internal void Take(Event of) { Posted.Add(of); Minds.Watcher?.Posted(this, of); }
    /// <summary>Make an event that may be posted.</summary>
    internal Event EventOf(string name, Arguments payload) {
        Need known = Need.Named(Program.Events, name);
        if (known == null) {
            string names = Minds.Listed(new List<Need>(Program.Events).ConvertAll(each => each.Name));
            throw new MindError("The mind has no event '" + name + "'; it has " + names + ".");
        }
        Arguments given = payload ?? Minds.NoArguments;
        string odd = Array.Find(known.Names, each => !given.Has(each)) ?? Array.Find(given.Names, each =>
            known.TypeOf(each) == null);
        if (odd != null) {
            var words = new List<string>();
            for (int k = 0; k < known.Names.Length; k++) words.Add(known.Names[k] + ": " + known.Types[k].Words());
            string carried = words.Count == 0 ? "nothing" : string.Join(", ", words);
            throw new MindError("The event '" + name + "' carries " + carried + "; see '" + odd + "'.");
        }
        var values = new Value[known.Names.Length];
        for (int k = 0; k < values.Length; k++) {
            values[k] = given[known.Names[k]];
            if (!known.Types[k].Fits(values[k]))
                throw new MindError(name + "." + known.Names[k] + " is " + known.Types[k].Words() + ".");
        }
        return new Event(name, known.Names, values);
    }
    /// <summary>Overrule the mind: let the node of a row end with "success", "failure" or "skipped" at its next visit.
    /// "disabled" skips it at every visit; null takes that back. "enter" lets a state be entered in the next
    /// tick.</summary>
    /// <exception cref="MindError">The row is no such node or state, or the mind has ended.</exception>
    public void Order(int row, string to) {
        Minds.MustRest("give orders");
        if (Ended) throw new MindError("The mind has ended; it takes no orders.");
        int word = to == null ? 0 : Array.IndexOf(OrderWords, to);
        if (word < 0)
            throw new MindError("An order is success, failure, skipped, disabled, enter or null, not " + to + ".");
        bool enters = word == (int)Status.Running;
        Row found = row >= 0 && row < Program.Rows.Length ? Program.Rows[row] : null;
        bool fits = enters ? found is StateRow : found != null && found.IsNode && !(found is MachineRow);
        if (!fits || found.Disabled)
            throw new MindError("Row " + row + " is no "
                + (enters ? "state that can be entered." : "node that can be forced."));
        if (enters) Entries.Add((StateRow)found);
        else if (to == null) Orders.Remove(row);
        else Orders[row] = (Status)word;
        Minds.Watcher?.Ordered(this, row, to);
    }
    /// <summary>Its own tables of curves, by name.</summary>
    internal Json CurvesToJson() {
        Json data = Json.NewObject();
        foreach (Curve each in ownCurves.Values) data.Add(each.Name, each.ToJson());
        return data;
    }
    /// <summary>The orders that wait, which saves have not: rows, and what was ordered, in a new list.</summary>
    public List<KeyValuePair<int, string>> Ordered {
        get {
            var all = new List<KeyValuePair<int, string>>();
            foreach (KeyValuePair<int, Status> each in Orders)
                all.Add(new KeyValuePair<int, string>(each.Key, OrderWords[(int)each.Value]));
            foreach (StateRow each in Entries) all.Add(new KeyValuePair<int, string>(each.Index, "enter"));
            return all;
        }
    }
    private void DropOrders() { Orders.Clear(); Entries.Clear(); }
    /// <summary>Halt everything that runs, and do nothing more until `Restart`.</summary>
    public void Halt() {
        Minds.MustRest("halt an agent");
        if (Ended) return;
        HaltAll();
        Minds.Watcher?.Halted(this);
    }
    private void HaltAll() {
        BeginReports();
        Program.Rows[0].Halt(this);
        ClaimRow.LetGo(Program.Claims, this);
        Pendings.Clear();
        requests.Clear();
        Posted.Clear();
        Delayed.Clear();
        DropOrders();
        Ended = true;
        Status = Status.Idle;
    }
    /// <summary>Halt what runs and begin again with the next tick, as if the agent had just been added.</summary>
    public void Restart() {
        Minds.MustRest("halt an agent");
        int kept = ahead;
        if (!Ended) HaltAll();
        Begin();
        ahead = kept;
        Minds.Watcher?.Restarted(this);
    }
    /// <summary>The names of the active states, outermost first; numbers of rows without names.</summary>
    public List<string> ActiveStates {
        get {
            var names = new List<string>();
            foreach (StateRow each in Program.States) if (each.IsActive(this)) names.Add(Mind.StateName(each.Index));
            return names;
        }
    }
    /// <summary>Return the status of a node or state by its id or its path; it needs the file of names.</summary>
    public Status StatusOf(string id) => (Status)Bytes[Mind.RowNamed(id)];

    // -- its tick
    private void BeginReports() {
        Array.Clear(Outcomes, 0, Outcomes.Length);
        if (errors.Count > 0) errors.Clear();
        DropMade(0);
        askedCount = 0;
        Armed = Trigger.None;
        if (Reads.Count > 0) Reads.Clear();
        VisitsLeft = MostVisits;
        PassedGuard = -1;
        Events.Clear();
        Event = null; State = null;
        Now = unchecked(Minds.TickNow + ahead);
    }
    internal void Tick() {
        BeginReports();
        if (Ended) Posted.Clear();
        Status = Ended ? Status.Idle : TickRoot();
        CloseRequests();
    }
    private Status TickRoot() {
        Row root = Program.Rows[0];
        Delayed[] due = DueEvents(-1);
        foreach (Delayed each in due) { TakeDelayed(each); Events.Add(each.Event); }
        Events.AddRange(Posted);
        Posted.Clear();
        Trigger[] triggers = Program.Triggers;
        for (int k = 0; k < triggers.Length; k++) triggers[k].Begin(this);
        if (Program.Rising.Length > 0) Rising.Rise(this);
        Status result = root.VisitRoot(this);
        if (result != Status.Running) { root.Clear(this); if (root is MachineRow machine) End(machine); }
        foreach (StateRow each in Program.States)
            if (Bytes[each.Index] != 0 && Outcomes[each.Index] == 0) Outcomes[each.Index] = MachineRow.Active;
        for (int k = 0; k < triggers.Length; k++) triggers[k].Age(this);
        for (int k = 0; k < Entries.Count; k++) Note(Entries[k], NotEntered);
        Entries.Clear();
        return result;
    }
    private void End(MachineRow root) {
        Ended = true;
        DropOrders();
        ClaimRow.LetGo(Program.Claims, this);
        Final = -1;
        for (int k = root.States.Length - 1; k >= 0; k--)
            if (root.States[k].Final != Status.Idle && Outcomes[root.States[k].Index] != 0) Final =
                root.States[k].Index;
    }
    internal void Note(Row row, string message) {
        errors.Add(new AgentError { Row = row.Index, Message = message, Node = Mind.NameOf(row.Index) });
    }
    internal bool HasError(Row row) => errors.Exists(each => each.Row == row.Index);
    internal int After(int ticks) => (int)Math.Min((long)Now + ticks, Numbers.MostTicks);

    // -- events and transitions that wait, conditions
    /// <summary>Let an event wait, behind all that are due in the same tick.</summary>
    internal void Delay(Delayed waiting) {
        int place = Delayed.Count;
        while (place > 0 && Delayed[place - 1].Due > waiting.Due) place--;
        Delayed.Insert(place, waiting);
    }
    internal Delayed[] DueEvents(int machine) {
        int count = 0;
        for (int k = 0; k < Delayed.Count; k++) if (Delayed[k].Machine == machine && Delayed[k].Due <= Now) count++;
        if (count == 0) return NoneDue;
        var due = new Delayed[count];
        count = 0;
        for (int k = 0; k < Delayed.Count; k++)
            if (Delayed[k].Machine == machine && Delayed[k].Due <= Now) due[count++] = Delayed[k];
        return due;
    }
    /// <summary>Take out an event that waits; return whether it still did.</summary>
    internal bool TakeDelayed(Delayed waiting) => Delayed.Remove(waiting);
    internal Pending PendingOf(int source) {
        for (int k = 0; k < Pendings.Count; k++) if (Pendings[k].Source == source) return Pendings[k];
        return null;
    }
    internal void Wait(Pending waiting) {
        Forget(waiting.Source);
        int place = Pendings.Count;
        while (place > 0 && Pendings[place - 1].Source > waiting.Source) place--;
        Pendings.Insert(place, waiting);
    }
    internal void Forget(int source) {
        for (int k = Pendings.Count - 1; k >= 0; k--) if (Pendings[k].Source == source) Pendings.RemoveAt(k);
    }
    /// <summary>Ask the game a condition, once per tick and arguments.</summary>
    internal bool Ask(ConditionCall call) {
        AskedCondition known = null;
        for (int k = 0; k < askedCount && known == null; k++) if (IsSame(asked[k], call)) known = asked[k];
        if (known == null) {
            if (askedCount == asked.Count) asked.Add(new AskedCondition());
            known = asked[askedCount];
            known.Call = call;
            if (known.Given == null || known.Given.Length != call.Given.Count) known.Given =
                new Value[call.Given.Count];
            Array.Copy(call.Given.Values, known.Given, known.Given.Length);
            known.Failed = null;
            Watcher watcher = Minds.Watcher;
            if (watcher != null) watcher.Asks(this, false);
            try {
                known.Answer = Conditions[call.Condition](Minds.Context.Of(this, null, Now), call.Given);
            } catch (Exception problem) { known.Failed = "The condition " + call.Name + " failed: " + problem.Message; }
            if (watcher != null)
                watcher.Answered(this, Json.ListOf("condition", call.Name, Json.ListOf(known.Given, Saved.ToJson)),
                    Json.Of(known.Answer), known.Failed);
            askedCount++;
        }
        return known.Failed == null ? known.Answer : throw new Failure(known.Failed);
    }
    private static bool IsSame(AskedCondition known, ConditionCall call) {
        if (known.Call.Condition != call.Condition || known.Given.Length != call.Given.Count) return false;
        for (int k = 0; k < known.Given.Length; k++)
            if (!Value.Same(known.Given[k], call.Given.Values[k])) return false;
        return true;
    }
    /// <summary>Ask the game what a field of an entity is.</summary>
    internal Value FieldOf(string entity, string field) =>
        Minds.Watcher == null || entity == null ? Minds.FieldOf(entity, field) : WatchedField(entity, field);
    private Value WatchedField(string entity, string field) =>
        Watched(Json.ListOf("field", entity, field), () => Minds.FieldOf(entity, field));
    /// <summary>Ask the game which entities a query finds.</summary>
    internal Value Query(int number, string of, DeclaredType type) =>
        Minds.Watcher == null ? Found(number, of, type) : WatchedQuery(number, of, type);
    private Value WatchedQuery(int number, string of, DeclaredType type) =>
        Watched(Json.ListOf("query", Program.Queries[number].Name, of), () => Found(number, of, type));
    private Value Watched(Json question, Func<Value> ask) {
        Watcher watcher = Minds.Watcher;
        watcher.Asks(this, false);
        try {
            Value answer = ask();
            watcher.Answered(this, question, Saved.ToJson(answer), null);
            return answer;
        } catch (Failure problem) { watcher.Answered(this, question, null, problem.Message); throw; }
    }
    private Value Found(int number, string of, DeclaredType type) {
        string name = Program.Queries[number].Name;
        IReadOnlyList<string> found;
        try {
            found = queries[number](Id, of);
        } catch (Exception problem) { throw new Failure("The query " + name + " failed: " + problem.Message); }
        if (found == null) throw new Failure("The query " + name + " gave no list of entities.");
        var items = new Value[Math.Min(found.Count, type.Most)];
        for (int k = 0; k < items.Length; k++) items[k] = found[k];
        return type.Fits(items) ? items : throw new Failure("The query " + name + " gave no list of entities.");
    }

    // -- steering
    /// <summary>Ask for steering in this tick; what is asked again as it is in force is the same request.</summary>
    internal void Steer(Row row, string behavior, Arguments given, bool isOwn, double weight, int priority) {
        Request request = null;
        for (int k = 0; k < requests.Count && request == null; k++) {
            Request known = requests[k];
            bool isLike = known.Row == row.Index && known.Behavior == behavior && known.Weight == weight
                && known.Priority == priority;
            if (isLike && IsSame(known.Arguments, given, isOwn)) request = known;
        }
        if (request == null) {
            int last = spare.Count - 1;
            if (last < 0) request = new Request();
            else { request = spare[last]; spare.RemoveAt(last); }
            request.Row = row.Index;
            request.Behavior = behavior;
            request.Weight = weight;
            request.Priority = priority;
            request.Stream = row.HasStream ? (long)row.Stream : -1;
            Copy(given, request.Arguments, isOwn);
        }
        int place = made.Count;
        while (place > 0 && made[place - 1].Row > row.Index) place--;
        request.Uses++;
        made.Insert(place, request);
    }
    /// <summary>Weight and priority of an action that steers are no arguments of its steering.</summary>
    private static bool IsTold(string name, bool isOwn) => !isOwn || (name != "weight" && name != "priority");
    private static bool IsSame(Arguments known, Arguments given, bool isOwn) {
        for (int k = 0; k < given.Names.Length; k++) {
            if (!IsTold(given.Names[k], isOwn)) continue;
            int place = known.PlaceOf(given.Names[k]);
            if (place < 0 || !Value.Same(known.Values[place], given.Values[k])) return false;
        }
        return true;
    }
    internal static void Copy(Arguments from, Arguments to, bool isOwn) {
        int count = 0;
        for (int k = 0; k < from.Names.Length; k++) if (IsTold(from.Names[k], isOwn)) count++;
        if (to.Names.Length != count) { to.Names = new string[count]; to.Values = new Value[count]; }
        count = 0;
        for (int k = 0; k < from.Names.Length; k++) {
            if (!IsTold(from.Names[k], isOwn)) continue;
            to.Names[count] = from.Names[k];
            to.Values[count++] = from.Values[k];
        }
    }
    internal void DropRequests(Row row) {
        for (int k = made.Count - 1; k >= 0; k--) {
            if (made[k].Row != row.Index) continue;
            Request dropped = made[k];
            made.RemoveAt(k);
            Recycle(dropped);
        }
    }
    private void DropMade(int from) {
        while (made.Count > from) {
            Request dropped = made[made.Count - 1];
            made.RemoveAt(made.Count - 1);
            Recycle(dropped);
        }
    }
    private void Recycle(Request dropped) {
        if (--dropped.Uses == 0 && spare.Count < MostSpare) spare.Add(dropped);
    }
    /// <summary>Decide which requests are in force until the next tick.</summary>
    private void CloseRequests() {
        bool asks = made.Count > 0 && !Ended;
        quiet = asks ? 0 : unchecked(quiet + 1);
        if (!asks) { if (quiet >= 2 || Ended) DropAll(); return; }
        bool isSame = requests.Count == made.Count;
        for (int k = 0; isSame && k < made.Count; k++) isSame = requests[k] == made[k];
        if (isSame) return;
        DropAll();
        for (int k = 0; k < made.Count; k++) made[k].Uses++;
        requests.AddRange(made);
    }
    private void DropAll() {
        for (int k = 0; k < requests.Count; k++) Recycle(requests[k]);
        requests.Clear();
    }

    // -- saved games
    /// <summary>Return all that it remembers as JSON text, between two ticks.</summary>
    public string Save() => JsonText.Of(ToJson());
    internal Json ToJson() {
        string bytes = Saved.OfBytes(Bytes);
        Json ints = Json.ListOf(Ints, each => Json.Of(each));
        Json saved = Json.NewObject().Add("mind", Json.Of(Mind.Hash)).Add("bytes", Json.Of(bytes));
        saved.AddFilled("ints", ints);
        saved.AddFilled("floats", Json.ListOf(Floats, each => Saved.ToJson(each)));
        saved.AddFilled("objects", Json.ListOf(Objects, each => Json.Of(each)));
        if (Ended) saved.Add("ended", Json.Of(true));
        if (quiet != 0) saved.Add("quiet", Json.Of(quiet));
        if (ahead != 0) saved.Add("ahead", Json.Of(ahead));
        saved.AddFilled("posted", Json.ListOf(Posted, Saved.OfEvent));
        saved.AddFilled("delayed", Json.ListOf(Delayed, each => Json.NewObject().Add("due", Json.Of(each.Due))
            .Add("machine", Json.Of(each.Machine)).Add("state", Json.Of(each.State)).Add("id", Json.Of(each.Id))
            .Add("event", Saved.OfEvent(each.Event))));
        saved.AddFilled("pending", Json.ListOf(Pendings, each => Json.NewObject().Add("source", Json.Of(each.Source))
            .Add("transition", Json.Of(each.Transition)).Add("since", Json.Of(each.Since)).Add("due", Json.Of(each.Due))
            .Add("event", Saved.OfEvent(each.Event)).Add("armed", Json.ListOf(each.Armed, place => Json.Of(place)))));
        saved.AddFilled("requests", Json.ListOf(requests, each => Json.NewObject().Add("row", Json.Of(each.Row))
            .Add("behavior", Json.Of(each.Behavior))
            .Add("arguments", Saved.OfFields(each.Arguments.Names, each.Arguments.Values))
            .Add("weight", Saved.ToJson(each.Weight)).Add("priority", Json.Of(each.Priority))
            .Add("stream", Json.Of(each.Stream))));
        if (Final >= 0) saved.Add("final", Json.Of(Final));
        return saved.Add("check", Json.Of(CheckOf(Mind.Hash, bytes, Ints)));
    }
    internal static double CheckOf(string hash, string bytes, int[] ints) {
        var text = new StringBuilder(hash).Append('|').Append(bytes).Append('|');
        for (int k = 0; k < ints.Length; k++) {
            if (k > 0) text.Append(',');
            text.Append(ints[k].ToString(CultureInfo.InvariantCulture));
        }
        return RandomDraws.Fnv1a(text.ToString());
    }
    /// <summary>Remember what `Save` returned, in any language.</summary>
    /// <exception cref="MindError">It was saved of another mind, or is damaged.</exception>
    public void Restore(string saved) { Restore(Json.Parse(saved, "save")); }
    internal void Restore(Json saved) {
        Minds.MustRest("restore");
        Remember(saved);
        Minds.FindHolders();
        Minds.Watcher?.Restored(this);
    }
    /// <summary>Go on with another version of the mind, by a table that leads to it; name the shared variables to which
    /// claims gave a place back.</summary>
    internal void GoOn(Mind mind, Json table, List<string> freed) {
        BeginReports();
        ICollection<int> kept = Upgrades.RowsGoingOn(ToJson(), table);
        foreach (Row each in Program.Rows)
            if (each is ActionRow && Bytes[each.Index] == (byte)Status.Running && !kept.Contains(each.Index))
                each.Stop(this);
        Json saved = Upgrades.Agent(ToJson(), table, freed);
        Become(mind);
        Remember(saved);
    }
    internal void Remember(Json saved) {
        if (saved.TextOr("mind") != Mind.Hash)
            throw new MindError("It was saved of another mind, or of another version of it.");
        string bytes = saved.TextOr("bytes");
        Json check = saved["check"];
        bool hasInts = saved["ints"] == null || saved["ints"].IsListOf(each => Numbers.IsInt(each.NumberValue));
        int[] kept = hasInts ? saved.Ints("ints") : null;
        bool isWhole = bytes != null && hasInts && check != null && check.Kind == JsonKind.Number
            && check.NumberValue == CheckOf(Mind.Hash, bytes, kept);
        if (!isWhole) throw new MindError("What was saved is damaged: its check does not fit.");
        List<Json> floats = saved.ItemsOf("floats"), objects = saved.ItemsOf("objects");
        if (bytes.Length != 2 * Bytes.Length || kept.Length != Ints.Length || floats.Count != Floats.Length
            || objects.Count != Objects.Length)
            throw new MindError("What was saved is damaged: its memory has another size.");
        var read = new byte[Bytes.Length];
        for (int k = 0; k < read.Length; k++)
            if (!byte.TryParse(bytes.Substring(2 * k, 2), NumberStyles.AllowHexSpecifier,
                CultureInfo.InvariantCulture, out read[k]))
                throw new MindError("What was saved is damaged: its bytes are no hexadecimal text.");
        double[] numbers = floats.ConvertAll(each => Saved.ToValue(each, DeclaredType.Float).Number).ToArray();
        string[] texts = objects.ConvertAll(each => Saved.ToValue(each, null).Text).ToArray();
        Event[] posted = saved.Map("posted", each => Saved.ToEvent(each, Program));
        Delayed[] delayed = saved.Map("delayed", each => new Delayed {
            Due = each.Int("due", 0), Machine = each.At("machine"), State = each.At("state"),
            Id = each.Word("id", ""), Event = Saved.ToEvent(each["event"], Program)
                ?? throw new MindError("What was saved is damaged: a delayed event is none."),
        });
        Pending[] pending = saved.Map("pending", PendingFrom);
        Request[] asked = saved.Map("requests", RequestFrom);
        foreach (Variable each in Program.Variables)
            if (!each.Allows(kept))
                throw new MindError("What was saved is damaged: " + each.Name + " has no such value.");
        int keptQuiet = saved.Int("quiet", 0), keptAhead = saved.Int("ahead", 0), final = saved.At("final");
        Begin();
        Bytes = read;
        Ints = kept;
        Floats = numbers; Objects = texts;
        Posted.AddRange(posted);
        foreach (Delayed each in delayed) Delay(each);
        foreach (Pending each in pending) Wait(each);
        foreach (Request each in asked) each.Uses = 1;
        requests.AddRange(asked);
        Ended = saved.Flag("ended");
        quiet = keptQuiet; ahead = keptAhead; Final = final;
    }
    private Pending PendingFrom(Json data) {
        int source = data.At("source"), transition = data.At("transition");
        var entry = transition >= 0 && transition < Program.Rows.Length ? Program.Rows[transition] as TransitionRow
            : null;
        int[] armed = data.Ints("armed");
        bool isOdd = entry == null || entry.Delay == null || entry.Source.Index != source
            || Array.Exists(armed, each => each < 0 || each >= Program.ByteCount);
        if (isOdd)
            throw new MindError("What was saved is damaged: there is no transition " + transition + " that waits.");
        return new Pending {
            Source = source, Transition = transition, Since = data.Int("since", 0), Due = data.Int("due", 0),
            Armed = armed, Event = Saved.ToEvent(data["event"], Program),
        };
    }
    private Request RequestFrom(Json data) {
        string behavior = data.Word("behavior", "");
        Need need = Need.Named(Program.Actions, behavior);
        var made = new Request {
            Row = data.At("row"), Behavior = behavior, Priority = data.Int("priority", 1),
            Weight = data["weight"] == null ? 1 : Saved.ToValue(data["weight"], DeclaredType.Float).Number,
            Stream = (long)data.Number("stream", -1),
        };
        Json given = data["arguments"];
        made.Arguments.Names = given == null ? Event.NoFields : given.Names.ToArray();
        made.Arguments.Values = Array.ConvertAll(made.Arguments.Names, each =>
            Saved.ToValue(given[each], need == null ? null : need.TypeOf(each)));
        return made;
    }
}

// ---- All agents of a game ------------------------------------------------------------------------------------------

/// <summary>Functions of the game by name.</summary>
public class NamedSet<T> : IEnumerable where T : class {
    private readonly Dictionary<string, T> all = new Dictionary<string, T>();
    private readonly Dictionary<string, Description> described = new Dictionary<string, Description>();
    internal readonly List<string> Names = new List<string>(); // in the order in which they were added
    /// <summary>Add one; a description is for the manifest.</summary>
    public void Add(string name, T given, Description description = null) {
        if (given == null) throw new MindError("There is nothing under the name '" + name + "'.");
        if (!all.ContainsKey(name)) Names.Add(name);
        all[name] = given;
        described[name] = description;
    }
    internal T Find(string name) { T found; all.TryGetValue(name, out found); return found; }
    internal Description DescriptionOf(string name) => described[name];
    IEnumerator IEnumerable.GetEnumerator() => Names.GetEnumerator();
}

/// <summary>Actions of the game by name: functions or objects.</summary>
public sealed class ActionSet : NamedSet<GameAction> {
    public void Add(string name, ActionTick tick, Description description = null) {
        Add(name, tick == null ? null : new FunctionAction(tick), description);
    }
}

/// <summary>Hold the minds of a game's agents, and tick them together in the order of their ids.</summary>
public class Minds : IEnumerable<Agent> {
    private struct Sent {
        internal string Sender, Receiver;
        internal Event Event;
    }
    private struct Written {
        internal Cell Cell;
        internal Value Value;
    }
    internal static readonly Arguments NoArguments = new Arguments();
    private readonly Dictionary<string, Agent> agents = new Dictionary<string, Agent>();
    private readonly List<Agent> order = new List<Agent>(); // in the order of their ids
    private readonly List<Cell> cells = new List<Cell>(); // the variables that all agents share
    internal readonly Dictionary<string, string> Holders = new Dictionary<string, string>(); // by entity, who claims it
    private readonly List<Effect> effects = new List<Effect>(), spareEffects = new List<Effect>();
    private readonly List<Sent> sent = new List<Sent>();
    private readonly List<Written> writes = new List<Written>();
    private readonly List<Program> programs = new List<Program>(); // of all agents there have been
    private double[] weights = new double[8]; // what is drawn from
    internal bool IsTicking { get; private set; }
    internal readonly Context Context;
    internal long Seed;
    /// <summary>What is told of all that comes into the minds, null for nothing: a link.</summary>
    internal Watcher Watcher;
    public ActionSet Actions { get; } = new ActionSet();
    public NamedSet<Condition> Conditions { get; } = new NamedSet<Condition>();
    public NamedSet<Query> Queries { get; } = new NamedSet<Query>();
    /// <summary>Answers what fields of entities are, null for nothing.</summary>
    public EntityFieldOf EntityField { get; set; }
    /// <summary>The tick to come, from 0.</summary>
    public int TickNow { get; private set; }
    /// <summary>Ticks per second, that of the minds; 0 before the first agent.</summary>
    public double Rate { get; private set; }
    /// <summary>What the last tick asks the game to do. These objects are used again: read them before the
    /// next.</summary>
    public IReadOnlyList<Effect> Effects => effects;
    /// <summary>Begin without agents.</summary>
    /// <param name="seed">Decides all random draws, together with the ids of agents.</param>
    public Minds(long seed = 0) { Seed = seed; Context = new Context(this); }
    internal double[] Weights(int count) {
        if (weights.Length < count) weights = new double[count * 2];
        return weights;
    }
    internal static string Listed(List<string> names) => names.Count == 0 ? "none" : string.Join(", ", names);
    internal static MindError CannotTake(string name, DeclaredType type, Value value) =>
        new MindError("The variable '" + name + "' is " + type.Words() + " and cannot take " + value + ".");
    /// <summary>Give an agent a mind.</summary>
    /// <param name="id">Not in use by now.</param>
    /// <param name="variables">Are set before its first tick; null for none.</param>
    /// <param name="curves">Its own tables of curves by name, in place of those of the mind; null for none. A table has
    /// 1 to 64 points, x never falling; no save has them.</param>
    public Agent Add(string id, Mind mind, Arguments variables = null, Dictionary<string, Vector[]> curves = null) {
        MustRest("add an agent");
        if (string.IsNullOrEmpty(id)) throw new MindError("An agent needs an id, a text.");
        if (agents.ContainsKey(id)) throw new MindError("There is an agent '" + id + "' already.");
        MustFit(mind);
        Dictionary<string, Curve> own = Curve.OwnOf(mind.Program, curves);
        Agent added;
        try {
            added = new Agent(this, id, Sharing(mind), own);
        } catch (Exception problem) when (!(problem is MindError)) { throw Damaged(problem); }
        for (int k = 0; variables != null && k < variables.Count; k++) added.Set(variables.NameOf(k), variables[k]);
        Rate = mind.Rate;
        agents[id] = added;
        order.Add(added);
        order.Sort((one, other) => Numbers.ByCodePoints(one.Id, other.Id));
        return added;
    }
    /// <summary>Refuse a mind that needs what the game has not, or has otherwise.</summary>
    private void MustFit(Mind mind) {
        if (agents.Count > 0 && mind.Rate != Rate)
            throw new MindError("The mind is for " + JsonText.OfNumber(mind.Rate)
                + " ticks per second, the others are for "
                + JsonText.OfNumber(Rate) + ". Export all for one rate.");
        MustHave(mind.Program.Actions, Actions, "Actions", "action", "(context, given) => Status.Running");
        MustHave(mind.Program.Conditions, Conditions, "Conditions", "condition", "(context, given) => true");
        MustHave(mind.Program.Queries, Queries, "Queries", "query", "(agent, of) => new string[0]");
        foreach (Variable each in mind.Program.Variables) {
            Cell known = each.IsWorld ? CellOf(each.Name) : null;
            if (known != null && !known.Type.IsLike(each.Type))
                throw new MindError("The shared variable '" + each.Name + "' has another type in another mind.");
        }
    }
    /// <summary>Return a mind whose shared variables are there.</summary>
    private Mind Sharing(Mind mind) {
        foreach (Variable each in mind.Program.Variables)
            if (each.IsWorld && CellOf(each.Name) == null)
                cells.Add(new Cell { Name = each.Name, Type = each.Type, Value = each.First });
        if (!programs.Contains(mind.Program)) programs.Add(mind.Program);
        return mind;
    }
    /// <summary>Go on with another version of a mind while the game runs: all agents whose mind the table leads from.
    /// Actions that run and do not go on are halted, the rest is carried over as `Restore` does.</summary>
    /// <param name="upgrade">What is in NAME.upgrade.json, the table that leads to the mind.</param>
    /// <returns>How many agents go on with it.</returns>
    /// <exception cref="MindError">The table leads from none of the minds or to another one, or the game lacks what
    /// the mind needs; nothing has changed.</exception>
    public int Swap(Mind mind, string upgrade) {
        MustRest("swap a mind");
        Json table = Json.Parse(upgrade, "table of an upgrade");
        List<Agent> those = order.FindAll(each => each.Mind.Hash == table.TextOr("from"));
        if (those.Count == 0 || table.TextOr("to") != mind.Hash)
            throw new MindError("The table of the upgrade does not lead from a mind that an agent has to this one.");
        MustFit(mind);
        var freed = new List<string>();
        try {
            foreach (Agent each in those)
                new Agent(this, each.Id, mind, Curve.NoneOwn).Remember(Upgrades.Agent(each.ToJson(), table, freed));
        } catch (Exception problem) when (!(problem is MindError)) { throw Damaged(problem); }
        if (!freed.TrueForAll(each => CellOf(each)?.Type.Sort == Sort.Int))
            throw new MindError("The table of the upgrade gives a place back to a shared variable that is not there.");
        freed.Clear();
        Sharing(mind);
        foreach (Agent each in those) each.GoOn(mind, table, freed);
        foreach (Cell each in freed.ConvertAll(CellOf)) each.Value = each.Value.Number + 1;
        FindHolders();
        foreach (Agent each in those) Watcher?.Restored(each);
        return those.Count;
    }
    /// <summary>Return a manifest for the editor as JSON text: what is registered here, and what minds with agents
    /// need.</summary>
    /// <param name="events">More events by name, with the types of their fields; null for none.</param>
    public string Manifest(Dictionary<string, Dictionary<string, string>> events = null) =>
        JsonText.Of(Manifests.Of(this, programs, events));
    private static MindError Damaged(Exception problem) =>
        new MindError("The export, or what was restored, is damaged: " + problem.Message);
    private static void MustHave<T>(Need[] needs, NamedSet<T> own, string set, string what, string example)
        where T : class {
        foreach (Need each in needs) {
            if (own.Find(each.Name) != null) continue;
            string how = "minds." + set + ".Add(" + JsonText.Of(Json.Of(each.Name)) + ", " + example + ")";
            throw new MindError("The mind needs the " + what + " '" + each.Name
                + "', and the game has none. Give it one: " + how + ".");
        }
    }
    /// <summary>Halt an agent's mind and take it out.</summary>
    public void Remove(string id) {
        Agent removed = Get(id);
        removed.Halt();
        agents.Remove(id);
        order.Remove(removed);
    }
    /// <summary>Return an agent by its id.</summary>
    public Agent Get(string id) {
        Agent found;
        return agents.TryGetValue(id, out found) ? found : throw new MindError("There is no agent '" + id + "'.");
    }
    internal bool Has(string id) => agents.ContainsKey(id);
    public IEnumerator<Agent> GetEnumerator() => order.GetEnumerator();
    IEnumerator IEnumerable.GetEnumerator() => order.GetEnumerator();
    /// <summary>Tick every agent once; then deliver what they sent and wrote.</summary>
    public void Tick() { TickThose(true); }
    /// <summary>Tick the agents with these ids once, in the order of their ids.</summary>
    public void Tick(IEnumerable<string> ids) {
        MustRest("tick");
        foreach (Agent each in order) each.IsWanted = false;
        foreach (string each in ids) Get(each).IsWanted = true;
        TickThose(false);
    }
    private void TickThose(bool all) {
        MustRest("tick");
        spareEffects.AddRange(effects);
        effects.Clear();
        IsTicking = true;
        try {
            for (int k = 0; k < order.Count; k++) if (all || order[k].IsWanted) order[k].Tick();
        } catch (Exception problem) when (!(problem is MindError)) {
            throw Damaged(problem);
        } finally { IsTicking = false; }
        if (sent.Count > 0) Deliver();
        if (writes.Count > 0) {
            for (int k = 0; k < writes.Count; k++) writes[k].Cell.Value = writes[k].Value;
            writes.Clear();
        }
        TickNow = unchecked(TickNow + 1);
    }
    internal void MustRest(string what) {
        if (IsTicking) throw new MindError("A tick is under way; " + what + " when it is over.");
    }

    // -- what agents ask for
    internal void AddEffect(string agent, string name, Arguments given) {
        int last = spareEffects.Count - 1;
        Effect made = last < 0 ? new Effect() : spareEffects[last];
        if (last >= 0) spareEffects.RemoveAt(last);
        made.Agent = agent;
        made.Name = name;
        Agent.Copy(given ?? NoArguments, made.Arguments, false);
        effects.Add(made);
    }
    internal void WriteLater(Cell cell, Value value) { writes.Add(new Written { Cell = cell, Value = value }); }
    internal virtual void Send(string sender, string receiver, Event of) {
        sent.Add(new Sent { Sender = sender, Receiver = receiver, Event = of });
    }
    private void Deliver() {
        for (int k = 0; k < sent.Count; k++) {
            Agent to;
            if (agents.TryGetValue(sent[k].Receiver, out to)) { to.Take(sent[k].Event); continue; }
            bool isTeam = sent[k].Receiver == "team";
            Value team = isTeam ? TeamOf(sent[k].Sender) : Value.Missing;
            if (isTeam ? team.Kind == Kind.Missing : sent[k].Receiver != "all") continue;
            foreach (Agent other in order) {
                if (other.Id == sent[k].Sender || (isTeam && !Value.Same(TeamOf(other.Id), team))) continue;
                other.Take(sent[k].Event);
            }
        }
        sent.Clear();
    }
    private Value TeamOf(string id) {
        try { return FieldOf(id, "team"); } catch (Failure) { return Value.Missing; }
    }
    internal Value FieldOf(string entity, string field) {
        if (entity == null) throw new Failure("There is nobody to ask for " + field + ".");
        if (EntityField == null) throw new Failure("The game tells nothing of " + entity + "." + field + ".");
        Value value;
        try {
            value = EntityField(entity, field);
        } catch (Exception problem) {
            throw new Failure("The game has no " + entity + "." + field + ": " + problem.Message);
        }
        return value.Kind != Kind.Missing ? value : throw new Failure("The game has no " + entity + "." + field + ".");
    }
    internal void FindHolders() {
        Holders.Clear();
        foreach (Agent each in order)
            foreach (ClaimRow claim in each.Program.Claims)
                if (claim.Counter < 0 && each.Objects[claim.Claimed] != null) Holders[each.Objects[claim.Claimed]] =
                    each.Id;
    }

    // -- variables that all share, saved games
    internal Cell CellOf(string name) {
        for (int k = 0; k < cells.Count; k++) if (cells[k].Name == name) return cells[k];
        return null;
    }
    /// <summary>Return the variables that all agents share, with their values now, in a new dictionary.</summary>
    public Dictionary<string, Value> Shared() {
        var all = new Dictionary<string, Value>();
        foreach (Cell each in cells) all[each.Name] = each.Value;
        return all;
    }
    /// <summary>Return a variable that all agents share.</summary>
    public Value GetShared(string name) =>
        (CellOf(name) ?? throw new MindError("No mind shares a variable '" + name + "'.")).Value;
    /// <summary>Write a variable that all agents share.</summary>
    public void SetShared(string name, Value value) {
        Cell cell = CellOf(name) ?? throw new MindError("No mind shares a variable '" + name + "'.");
        if (!cell.Type.Fits(value)) throw CannotTake(name, cell.Type, value);
        Share(cell, value, null);
    }
    /// <summary>Write a shared variable at once, for an agent or, with null, for the game.</summary>
    internal void Share(Cell cell, Value value, Agent agent) {
        cell.Value = value;
        if (IsTicking) Watcher?.SharedPut(cell.Name, value, agent);
    }
    /// <summary>Return all that the agents remember as JSON text, between two ticks.</summary>
    public string Save() {
        MustRest("save");
        Json all = Json.NewObject(), shared = Json.NewObject();
        foreach (Agent each in order) all.Add(each.Id, each.ToJson());
        foreach (Cell each in cells) shared.Add(each.Name, Saved.ToJson(each.Value));
        return JsonText.Of(Json.NewObject().Add("format", Json.Of("mindloom-save")).Add("version", Json.Of(2))
            .Add("tick", Json.Of(TickNow)).Add("seed", Json.Of(Seed)).Add("agents", all).AddFilled("shared", shared));
    }
    /// <summary>Remember what `Save` returned, in any language; the same agents must be there, with the same
    /// minds.</summary>
    /// <param name="upgrades">What is in NAME.upgrade.json: tables that carry over what an older version of a mind
    /// saved. Shared variables that are gone are left out then.</param>
    /// <exception cref="MindError">It is no saved game of these agents, or damaged.</exception>
    public void Restore(string text, params string[] upgrades) {
        MustRest("restore");
        Json saved = Json.Parse(text, "save");
        if (saved.TextOr("format") != "mindloom-save" || saved.Number("version", 0) != 2)
            throw new MindError("This is no saved game of version 2.");
        Json own = saved["agents"] ?? Json.NewObject(), shared = saved["shared"];
        own.MustBe(JsonKind.Object, "agents");
        string odd = own.Names.Find(each => !agents.ContainsKey(each) || own[each] == null)
            ?? new List<string>(agents.Keys).Find(each => own[each] == null);
        if (odd != null)
            throw new MindError("The agent '" + odd + "' is not on both sides. Add the agents that were saved first.");
        double tick = saved.Number("tick", 0.5), seed = saved.Number("seed", 0.5);
        if (!Numbers.IsInt(tick) || Math.Floor(seed) != seed || Math.Abs(seed) > 9007199254740992)
            throw new MindError("What was saved is damaged: it has no tick and seed.");
        if (upgrades.Length > 0) {
            List<Json> tables = new List<string>(upgrades).ConvertAll(each => Json.Parse(each, "table of an upgrade"));
            var hashes = new Dictionary<string, string>();
            foreach (Agent each in order) hashes[each.Id] = each.Mind.Hash;
            saved = Upgrades.Game(saved, hashes, tables);
            own = saved["agents"];
            shared = saved["shared"];
        }
        TickNow = (int)tick;
        Seed = (long)seed;
        if (shared != null) {
            foreach (string each in shared.Names) {
                Cell cell = CellOf(each);
                Value value = Saved.ToValue(shared[each], cell == null ? null : cell.Type);
                if (upgrades.Length == 0 || (cell != null && cell.Type.Fits(value))) SetShared(each, value);
            }
        }
        foreach (string each in own.Names) Get(each).Restore(own[each]);
    }
}

// ---- Watching ------------------------------------------------------------------------------------------------------

/// <summary>Is told of all that comes into minds, each time after it has come; a link is one. Between `Asks` and
/// `Answered` code of the game runs.</summary>
internal abstract class Watcher {
    /// <summary>`Agent.Set` wrote a variable.</summary>
    internal abstract void Put(Agent agent, string name, Value value);
    /// <summary>An event waits for the agent's next tick.</summary>
    internal abstract void Posted(Agent agent, Event of);
    /// <summary>It was ordered something, or nothing any more.</summary>
    internal abstract void Ordered(Agent agent, int row, string to);
    internal abstract void Halted(Agent agent);
    /// <summary>It was begun again; `Halted` is not told of it too.</summary>
    internal abstract void Restarted(Agent agent);
    /// <summary>A save was restored into it, or it goes on with another mind.</summary>
    internal abstract void Restored(Agent agent);
    /// <summary>Something is about to be asked of the game for this agent: a step of an action, or anything
    /// else.</summary>
    internal abstract void Asks(Agent agent, bool isStep);
    /// <summary>The game has answered, or failed with words. A question is ["action", row, name, step],
    /// ["condition", name, arguments], ["field", entity, field] or ["query", name, of].</summary>
    internal abstract void Answered(Agent agent, Json question, Json answer, string failed);
    /// <summary>A claim asked whether a shared variable, or an entity, has a place.</summary>
    internal abstract void Free(Agent agent, string thing, bool answer);
    /// <summary>A shared variable was written in a tick, by a claim or release of an agent or, for null, by the
    /// game.</summary>
    internal abstract void SharedPut(string name, Value value, Agent agent);
}

// ---- Manifests: what the editor can know of a game -----------------------------------------------------------------

/// <summary>A parameter of an action or a condition, for the manifest.</summary>
public sealed class Parameter {
    public string Name { get; }
    /// <summary>bool, int, float, string, enum, vector, entity, point, variable, path or seconds.</summary>
    public string Type { get; }
    public Value Default { get; set; } = Value.Missing;
    public double? Min { get; set; }
    public double? Max { get; set; }
    public string Unit { get; set; } = "";
    public string Help { get; set; } = "";
    /// <summary>It may be left out though it has no default.</summary>
    public bool Optional { get; set; }
    /// <summary>What an enum may be.</summary>
    public string[] Choices { get; set; } = new string[0];
    public Parameter(string name, string type) { Name = name; Type = type; }
}

/// <summary>What an action or a condition is, for the manifest.</summary>
public sealed class Description {
    public string Summary { get; }
    /// <summary>The action ends in the tick it starts, and may stand in blocks of actions.</summary>
    public bool Instant { get; set; }
    /// <summary>In order.</summary>
    public List<Parameter> Parameters { get; } = new List<Parameter>();
    public Description(string summary = "", params Parameter[] parameters) {
        Summary = summary;
        Parameters.AddRange(parameters);
    }
}

} // what a game uses: Mindloom

namespace Mindloom.Internals {

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

/// <summary>A failure of an expression, a line or a row: it ends that, never the tick.</summary>
internal sealed class Failure : MindError {
    internal Failure(string words) : base(words) { }
}

/// <summary>Thrown where an agent makes more visits in one tick than it may.</summary>
internal sealed class Spent : Exception {
    internal const string Words = "The agent made more visits in one tick than it may.";
}

/// <summary>Thrown where a machine does not come to rest in the rounds of one tick.</summary>
internal sealed class NotAtRest : Exception {
    internal const string Words = "The machine did not come to rest in the rounds of one tick; the rest was dropped.";
}

// ---- Numbers and time ----------------------------------------------------------------------------------------------

internal static class Numbers {
    internal const int MostTicks = int.MaxValue;
    internal static bool IsFinite(double x) => x - x == 0;
    internal static bool IsInt(double x) => x >= int.MinValue && x <= int.MaxValue && (int)x == x;
    /// <summary>Return an int of 32 bits, never -0; anything outside is a failure.</summary>
    internal static double Int32(double x) {
        if (x >= int.MinValue && x <= int.MaxValue) { int whole = (int)x; if (whole == x) return whole; }
        throw new Failure("The result " + JsonText.OfNumber(x) + " does not fit a 32-bit int.");
    }
    /// <summary>Return the int that is stored for a number: its whole part modulo 2³².</summary>
    internal static int ToInt(double x) {
        if (x > int.MinValue - 1.0 && x < int.MaxValue + 1.0) return (int)x;
        return IsFinite(x) ? unchecked((int)(uint)(long)(Math.Truncate(x) % 4294967296.0)) : 0;
    }
    internal static double HalfEven(double x) {
        double below = Math.Floor(x), rest = x - below;
        if (rest != 0.5) return rest < 0.5 ? below : below + 1;
        return below % 2 == 0 ? below : below + 1;
    }
    /// <summary>Return a remainder with the sign of the divisor.</summary>
    internal static double Modulo(double left, double right) {
        double rest = left % right;
        if (rest == 0) return right < 0 ? -0.0 : 0.0;
        return (rest < 0) != (right < 0) ? rest + right : rest;
    }
    internal static double Divisor(double right) => right == 0 ? throw new Failure("Division by zero.") : right;
    internal static double Length(double x, double y) => Math.Sqrt(x * x + y * y);
    internal static bool IsNegative(double x) => BitConverter.DoubleToInt64Bits(x) < 0;
    /// <summary>Return 0 for -0; some compilers take an added 0 away.</summary>
    private static double Unsigned(double x) => x == 0 ? 0.0 : x;
    /// <summary>Return the cosine and the sine of an angle in degrees; 0 has no sign.</summary>
    internal static Vector Direction(double angle) {
        if (double.IsInfinity(angle)) throw new Failure("An infinite angle has no sine, cosine or direction.");
        if (double.IsNaN(angle)) return new Vector(angle, angle);
        double turned = angle % 360;
        double n = Math.Floor(turned / 90 + 0.5);
        double r = turned - 90 * n;
        double k = r * 134217729;
        double u = k - (k - r); // the upper half of the digits of r
        double m = u * 0.01745329238474369;
        double e = (r - u) * 0.01745329238474369 + r * 1.3519960527851425e-10;
        double x = m + e;
        double y = e - (x - m);
        double z = x * x;
        double v = z * x;
        double odd = 2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10);
        double p = 0.00833333333332249 + z * (-0.0001984126982985795 + z * odd);
        double s = x - (z * (0.5 * y - v * p) - y - v * -0.16666666666666632);
        double even = -2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11);
        double q = z * (0.0416666666666666 + z * (-0.001388888888887411 + z * (2.480158728947673e-5 + z * even)));
        double h = 0.5 * z;
        double w = 1 - h;
        double c = w + (1 - w - h + (z * q - x * y));
        switch ((int)n & 3) {
            case 0: return new Vector(Unsigned(c), Unsigned(s));
            case 1: return new Vector(Unsigned(-s), Unsigned(c));
            case 2: return new Vector(Unsigned(-c), Unsigned(-s));
            default: return new Vector(Unsigned(s), Unsigned(-c));
        }
    }
    /// <summary>Return the angle of (x, y) in degrees, -180 to 180; zeros and infinities as IEEE 754 has
    /// them.</summary>
    internal static double ArcTangent(double y, double x) {
        double wide = Math.Abs(x), high = Math.Abs(y);
        if (double.IsNaN(wide) || double.IsNaN(high)) return double.NaN;
        double low = wide < high ? wide : high, top = wide < high ? high : wide;
        double q = low == 0 ? 0 : low == top ? 1 : low / top;
        double b = q < 0.4375 ? 0 : q < 0.6875 ? 26.56505117707799 : 45;
        double t = q < 0.4375 ? q : q < 0.6875 ? (2 * q - 1) / (2 + q) : (q - 1) / (q + 1);
        double z = t * t;
        double w = z * z;
        double upper = 0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782);
        double i = z * (0.3333333333333293 + w * (0.14285714272503466 + w * (0.09090887133436507 + w * upper)));
        double lower = -0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916);
        double j = w * (-0.19999999999876483 + w * (-0.11111110405462356 + w * lower));
        double g = b + (t * 57.29577951308232 + (t * -1.9878495670576283e-15 - t * (i + j) * 57.29577951308232));
        if (wide < high) g = 90 - g;
        if (IsNegative(x)) g = 180 - g;
        return IsNegative(y) ? -g : g;
    }
    internal static double AngleTo(Vector p, Vector q) {
        double angle = ArcTangent(q.Y - p.Y, q.X - p.X), turned = angle < 0 ? angle + 360 : angle;
        return turned >= 360 ? 0 : Unsigned(turned);
    }
    /// <summary>Return seconds that were computed at run time as ticks.</summary>
    internal static int TicksOf(double seconds, double rate) {
        if (!(seconds >= 0 && seconds <= MostTicks))
            throw new Failure(JsonText.OfNumber(seconds) + " seconds are no duration.");
        double ticks = seconds == 0 ? 0 : Math.Max(1, Math.Ceiling(seconds * rate - 1e-9));
        if (ticks <= MostTicks) return (int)ticks;
        throw new Failure("A duration of " + JsonText.OfNumber(ticks) + " ticks is too long.");
    }
    /// <summary>Compare texts by their code points.</summary>
    internal static int ByCodePoints(string one, string other) {
        int least = Math.Min(one.Length, other.Length);
        for (int k = 0; k < least; k++) {
            char left = one[k], right = other[k];
            if (left == right) continue;
            if (char.IsSurrogate(left) != char.IsSurrogate(right)) return char.IsSurrogate(left) ? 1 : -1;
            return left - right;
        }
        return one.Length - other.Length;
    }
}

// ---- Random numbers ------------------------------------------------------------------------------------------------

internal static class RandomDraws {
    internal static uint Fnv1a(string text) {
        uint hash = 0x811c9dc5;
        foreach (byte each in Encoding.UTF8.GetBytes(text)) hash = unchecked((hash ^ each) * 0x01000193);
        return hash;
    }
    internal static uint Fmix(uint h) {
        unchecked { h = (h ^ (h >> 16)) * 0x85ebca6b; h = (h ^ (h >> 13)) * 0xc2b2ae35; return h ^ (h >> 16); }
    }
    /// <summary>Return the next draw of a row; the int at `draws` counts it.</summary>
    internal static uint Draw(Agent a, uint stream, int draws) {
        unchecked {
            uint n = (uint)a.Ints[draws]++;
            return Fmix(Fmix(a.Mixed + 0x9e3779b9 * stream) ^ (n * 0x27d4eb2f));
        }
    }
    internal static double Float(Agent a, uint stream, int draws) => Draw(a, stream, draws) / 4294967296.0;
    internal static int Int(Agent a, uint stream, int draws, double low, double high) {
        uint u = Draw(a, stream, draws);
        if (!(high >= low)) throw new Failure(RangeFrom(low, high) + " is empty.");
        if (low < int.MinValue || high > int.MaxValue)
            throw new Failure(RangeFrom(low, high) + " does not fit 32 bits.");
        ulong span = (ulong)((long)high - (long)low + 1);
        return (int)((long)low + (long)(unchecked(u * span) >> 32));
    }
    private static string RangeFrom(double low, double high) =>
        "The range from " + JsonText.OfNumber(low) + " to " + JsonText.OfNumber(high);
    /// <summary>Draw the place of one of the first `count` of the weights of all agents; -1 where they add up to
    /// 0.</summary>
    internal static int Weighted(Agent a, uint stream, int draws, int count) {
        double[] weights = a.Minds.Weights(count);
        double share = Float(a, stream, draws), total = 0, running = 0;
        int last = -1;
        for (int k = 0; k < count; k++) {
            total += weights[k];
            if (!(weights[k] >= 0 && total < double.PositiveInfinity))
                throw new Failure("A weight must be finite and 0 or more.");
        }
        for (int k = 0; k < count; k++) {
            running += weights[k];
            if (running > share * total) return k;
            if (weights[k] > 0) last = k;
        }
        return last;
    }
    /// <summary>Return ticks drawn around `ticks`, by at most `spread`; never below 0.</summary>
    internal static int Spread(Agent a, uint stream, int draws, int ticks, int spread) =>
        spread > 0 ? Math.Max(Int(a, stream, draws, (double)ticks - spread, (double)ticks + spread), 0) : ticks;
}

// ---- Values and variables ------------------------------------------------------------------------------------------

internal enum Sort : byte { Bool, Trigger, Int, Float, Vector, String, Enum, List, Entity }

/// <summary>The type of a variable, a parameter or a field.</summary>
internal sealed class DeclaredType {
    internal Sort Sort;
    internal string Name; // as programs have it
    internal string[] Enum;
    internal DeclaredType Item; // of a list
    internal int Most;
    internal static readonly DeclaredType Float = new DeclaredType { Sort = Sort.Float, Name = "float" };
    internal static DeclaredType Of(Json data) {
        if (data.Kind == JsonKind.Text) return new DeclaredType { Name = data.Text, Sort = SortOf(data.Text) };
        if (data["enum"] != null) {
            string[] names = data.Texts("enum");
            return names.Length > 0 ? new DeclaredType { Name = "enum", Sort = Sort.Enum, Enum = names }
                : throw new MindError("An enum has values.");
        }
        Json item = data.Need("list");
        return new DeclaredType { Name = "list", Sort = Sort.List, Item = Of(item), Most = data.Int("most", 0) };
    }
    private static Sort SortOf(string name) {
        switch (name) {
            case "bool": return Sort.Bool;
            case "trigger": return Sort.Trigger;
            case "int": return Sort.Int;
            case "float": return Sort.Float;
            case "vector": return Sort.Vector;
            case "string": return Sort.String;
            default: return Sort.Entity;
        }
    }
    internal bool Fits(Value value) {
        switch (Sort) {
            case Sort.Bool: case Sort.Trigger: return value.Kind == Kind.Bool;
            case Sort.Int: return value.Kind == Kind.Number && Numbers.IsInt(value.Number);
            case Sort.Float: return value.Kind == Kind.Number && Numbers.IsFinite(value.Number);
            case Sort.Vector: return value.Kind == Kind.Vector && value.Vector.IsFinite;
            case Sort.String: return value.Kind == Kind.Text;
            case Sort.Enum: return value.Kind == Kind.Text && Array.IndexOf(Enum, value.Text) >= 0;
            case Sort.Entity: return value.Kind == Kind.Text || value.Kind == Kind.Nobody;
        }
        if (value.Kind != Kind.List || value.List.Length > Most) return false;
        foreach (Value each in value.List) if (!Item.Fits(each)) return false;
        return true;
    }
    internal Value Default() {
        switch (Sort) {
            case Sort.Bool: case Sort.Trigger: return false;
            case Sort.Int: case Sort.Float: return 0;
            case Sort.Vector: return new Vector();
            case Sort.String: return "";
            case Sort.Enum: return Enum[0];
            case Sort.List: return new Value[0];
            default: return Value.Nobody;
        }
    }
    internal string Words() {
        if (Sort == Sort.Enum) return "an enum of " + string.Join(", ", Enum);
        if (Sort == Sort.List) return "a list of up to " + Most + " of " + Item.Words();
        return ("aeiou".IndexOf(Name[0]) >= 0 ? "an " : "a ") + Name;
    }
    internal bool IsLike(DeclaredType other) =>
        Name == other.Name && Most == other.Most
        && (Enum == null || string.Join("\n", Enum) == string.Join("\n", other.Enum))
        && (Item == null || Item.IsLike(other.Item));
    internal Value Read(Agent a, int place) {
        switch (Sort) {
            case Sort.Bool: case Sort.Trigger: return a.Bytes[place] != 0;
            case Sort.Int: return a.Ints[place];
            case Sort.Float: return a.Floats[place];
            case Sort.Vector: return new Vector(a.Floats[place], a.Floats[place + 1]);
            case Sort.Enum: return Enum[a.Ints[place]];
            default: return a.Objects[place];
        }
    }
    internal void Write(Agent a, int place, Value value) {
        switch (Sort) {
            case Sort.Bool: case Sort.Trigger: a.Bytes[place] = value.Bool ? (byte)1 : (byte)0; break;
            case Sort.Int: a.Ints[place] = value.Int; break;
            case Sort.Float: a.Floats[place] = value.Number; break;
            case Sort.Vector: a.Floats[place] = value.Vector.X; a.Floats[place + 1] = value.Vector.Y; break;
            case Sort.Enum: a.Ints[place] = Array.IndexOf(Enum, value.Text); break;
            default: a.Objects[place] = value.Text; break;
        }
    }
}

/// <summary>A variable of a program: how it is read and written; what is written must fit.</summary>
internal sealed class Variable {
    internal string Name, Scope;
    internal int Number, Place, LengthPlace;
    internal DeclaredType Type;
    internal bool IsWorld;
    internal Value First; // of a world variable
    /// <summary>Tell whether what is restored is one of an enum, or a number of items.</summary>
    internal bool Allows(int[] ints) {
        if (IsWorld) return true;
        if (Type.Sort == Sort.Enum) return ints[Place] >= 0 && ints[Place] < Type.Enum.Length;
        if (Type.Sort != Sort.List) return true;
        int count = ints[LengthPlace];
        for (int k = 0; Type.Item.Sort == Sort.Enum && k < Type.Most; k++)
            if (ints[Place + k] < 0 || ints[Place + k] >= Type.Item.Enum.Length) return false;
        return count >= 0 && count <= Type.Most;
    }
    internal int PlaceOf(int item) => Place + (Type.Item.Sort == Sort.Vector ? 2 : 1) * item;
    internal Value ReadItem(Agent a, int item) => Type.Item.Read(a, PlaceOf(item));
    internal Value Read(Agent a) {
        if (IsWorld) return a.World[Number].Value;
        if (Type.Sort != Sort.List) return Type.Read(a, Place);
        var items = new Value[a.Ints[LengthPlace]];
        for (int k = 0; k < items.Length; k++) items[k] = ReadItem(a, k);
        return items;
    }
    internal void Write(Agent a, Value value) {
        if (Type.Sort != Sort.List) { Type.Write(a, Place, value); return; }
        Value[] items = value.List;
        a.Ints[LengthPlace] = items.Length;
        for (int k = 0; k < Type.Most; k++)
            Type.Item.Write(a, PlaceOf(k), k < items.Length ? items[k] : Type.Item.Default());
    }
    internal static readonly Value[] NoItems = new Value[0];
}

/// <summary>A variable that all agents share.</summary>
internal sealed class Cell {
    internal string Name;
    internal DeclaredType Type;
    internal Value Value;
}

/// <summary>The table of a curve: points whose x never falls.</summary>
internal sealed class Curve {
    private const int MostPoints = 64;
    internal static readonly Dictionary<string, Curve> NoneOwn = new Dictionary<string, Curve>();
    internal readonly string Name;
    private readonly Vector[] points;
    internal Curve(string name, Vector[] points) {
        bool fits = points != null && points.Length > 0 && points.Length <= MostPoints;
        for (int k = 0; fits && k < points.Length; k++)
            fits = points[k].IsFinite && (k == 0 || points[k].X >= points[k - 1].X);
        if (!fits)
            throw new MindError("The curve '" + name + "' is not 1 to " + MostPoints
                + " points [x, y] of finite numbers, x never falling.");
        Name = name;
        this.points = (Vector[])points.Clone();
    }
    /// <summary>Return the tables that a game gives an agent; refuse those that the mind does not have.</summary>
    internal static Dictionary<string, Curve> OwnOf(Program program, Dictionary<string, Vector[]> given) {
        if (given == null || given.Count == 0) return NoneOwn;
        var own = new Dictionary<string, Curve>();
        foreach (KeyValuePair<string, Vector[]> each in given) {
            if (program.PlaceOfCurve(each.Key) < 0) {
                string known = Minds.Listed(new List<Curve>(program.Curves).ConvertAll(curve => curve.Name));
                throw new MindError("The mind has no curve '" + each.Key + "'; it has " + known + ".");
            }
            own[each.Key] = new Curve(each.Key, each.Value);
        }
        return own;
    }
    internal Json ToJson() => Json.ListOf(points, each => Saved.ToJson((Value)each));
    internal double ValueAt(double x) {
        int from = 0, right = points.Length; // no number is behind all points
        while (from < right) {
            int middle = (from + right) / 2;
            if (x < points[middle].X) right = middle; else from = middle + 1;
        }
        if (right == 0) return points[0].Y;
        Vector left = points[right - 1];
        if (right == points.Length) return left.Y;
        double share = (x - left.X) / (points[right].X - left.X);
        return left.Y + (points[right].Y - left.Y) * share;
    }
}

/// <summary>A variable that rises by itself, or falls.</summary>
internal sealed class Rising {
    private readonly int place;
    private readonly double rate, least, most;
    internal Rising(Variable variable, double rate, double least, double most) {
        place = variable.Place; this.rate = rate; this.least = least; this.most = most;
    }
    /// <summary>Let all rise by the time since the last tick; in the first one by nothing.</summary>
    internal static void Rise(Agent a) {
        int risen = a.Ints[a.Program.RisenPlace];
        a.Ints[a.Program.RisenPlace] = unchecked(a.Now + 1);
        if (risen <= 0) return;
        double seconds = ((double)a.Now - (risen - 1)) / a.Program.Rate;
        Rising[] all = a.Program.Rising;
        for (int k = 0; k < all.Length; k++) {
            double value = a.Floats[all[k].place] + all[k].rate * seconds;
            if (value < all[k].least) value = all[k].least;
            if (value > all[k].most) value = all[k].most;
            a.Floats[all[k].place] = value;
        }
    }
}

/// <summary>An event, with what it brought.</summary>
internal sealed class Event {
    internal readonly string Name;
    internal readonly string[] Fields;
    internal readonly Value[] Values;
    internal static readonly string[] NoFields = new string[0];
    internal Event(string name, string[] fields, Value[] values) { Name = name; Fields = fields; Values = values; }
    internal Event(string name) : this(name, NoFields, Variable.NoItems) { }
    /// <summary>Return the last event of a name, null for none.</summary>
    internal static Event Last(List<Event> events, string name) {
        for (int k = events.Count - 1; k >= 0; k--) if (events[k].Name == name) return events[k];
        return null;
    }
    internal static Value FieldOf(Event of, string field) {
        int place = of == null ? -1 : Array.IndexOf(of.Fields, field);
        return place < 0 ? throw new Failure("No event brought '" + field + "'.") : of.Values[place];
    }
}

// ---- Expressions ---------------------------------------------------------------------------------------------------

/// <summary>A node of an expression. It is asked for what its parent needs, so that nothing is put in boxes.</summary>
internal abstract class Expr {
    /// <summary>What it gives; Nobody where only a tick can tell.</summary>
    internal virtual Kind Gives => Kind.Nobody;
    internal abstract Value Of(Agent a);
    internal virtual bool Test(Agent a) => Of(a).Bool;
    internal virtual double Number(Agent a) => Of(a).Number;
    internal virtual Vector Pair(Agent a) => Of(a).Vector;
    internal virtual string Text(Agent a) => Of(a).Text;
}

internal abstract class BoolExpr : Expr {
    internal override Kind Gives => Kind.Bool;
    internal abstract override bool Test(Agent a);
    internal override Value Of(Agent a) => Test(a);
}

internal abstract class NumberExpr : Expr {
    internal override Kind Gives => Kind.Number;
    internal abstract override double Number(Agent a);
    internal override Value Of(Agent a) => Number(a);
}

internal abstract class VectorExpr : Expr {
    internal override Kind Gives => Kind.Vector;
    internal abstract override Vector Pair(Agent a);
    internal override Value Of(Agent a) => Pair(a);
}

/// <summary>A node that gives a text, an entity or nobody.</summary>
internal abstract class TextExpr : Expr {
    internal override Kind Gives => Kind.Text;
    internal abstract override string Text(Agent a);
    internal override Value Of(Agent a) => Text(a);
}

internal sealed class Constant : Expr {
    private readonly Value value;
    private readonly bool test;
    private readonly double number;
    private readonly Vector pair;
    internal Constant(Value value) {
        this.value = value;
        if (value.Kind == Kind.Bool) test = value.Bool;
        if (value.Kind == Kind.Number) number = value.Number;
        if (value.Kind == Kind.Vector) pair = value.Vector;
    }
    internal override Kind Gives => value.Kind;
    internal override Value Of(Agent a) => value;
    internal override bool Test(Agent a) => value.Kind == Kind.Bool ? test : value.Bool;
    internal override double Number(Agent a) => value.Kind == Kind.Number ? number : value.Number;
    internal override Vector Pair(Agent a) => value.Kind == Kind.Vector ? pair : value.Vector;
}

internal sealed class BoolRead : BoolExpr {
    private readonly int place;
    internal BoolRead(int place) { this.place = place; }
    internal override bool Test(Agent a) => a.Bytes[place] != 0;
}

internal sealed class TriggerRead : BoolExpr {
    private readonly int place;
    internal TriggerRead(int place) { this.place = place; }
    internal override bool Test(Agent a) => Trigger.IsArmed(a, place);
}

internal sealed class IntRead : NumberExpr {
    private readonly int place;
    internal IntRead(int place) { this.place = place; }
    internal override double Number(Agent a) => a.Ints[place];
}

internal sealed class FloatRead : NumberExpr {
    private readonly int place;
    internal FloatRead(int place) { this.place = place; }
    internal override double Number(Agent a) => a.Floats[place];
}

internal sealed class VectorRead : VectorExpr {
    private readonly int place;
    internal VectorRead(int place) { this.place = place; }
    internal override Vector Pair(Agent a) => new Vector(a.Floats[place], a.Floats[place + 1]);
}

internal sealed class ObjectRead : TextExpr {
    private readonly int place;
    internal ObjectRead(int place) { this.place = place; }
    internal override string Text(Agent a) => a.Objects[place];
}

internal sealed class EnumRead : TextExpr {
    private readonly int place;
    private readonly string[] names;
    internal EnumRead(int place, string[] names) { this.place = place; this.names = names; }
    internal override string Text(Agent a) => names[a.Ints[place]];
}

/// <summary>A list, or a variable that all share.</summary>
internal sealed class OtherRead : Expr {
    internal readonly Variable Variable;
    internal OtherRead(Variable variable) { Variable = variable; }
    internal override Value Of(Agent a) => Variable.Read(a);
    internal bool IsOwnList => Variable.Type.Sort == Sort.List && !Variable.IsWorld;
}

internal sealed class SelfRead : TextExpr {
    internal override string Text(Agent a) => a.Id;
}

internal sealed class TimeRead : NumberExpr {
    private readonly double rate;
    internal TimeRead(double rate) { this.rate = rate; }
    internal override double Number(Agent a) => a.Now / rate;
}

internal sealed class StateTimeRead : NumberExpr {
    private readonly double rate;
    internal StateTimeRead(double rate) { this.rate = rate; }
    internal override double Number(Agent a) =>
        a.State == null ? 0 : unchecked((double)a.Now - a.Ints[a.State.Entered]) / rate;
}

internal sealed class EventName : TextExpr {
    internal override string Text(Agent a) => a.Event == null ? "" : a.Event.Name;
}

internal sealed class EventField : Expr {
    private readonly string field;
    internal EventField(string field) { this.field = field; }
    internal override Value Of(Agent a) => Event.FieldOf(a.Event, field);
}

internal sealed class Received : BoolExpr {
    private readonly string name;
    internal Received(string name) { this.name = name; }
    internal override bool Test(Agent a) => Event.Last(a.Events, name) != null;
}

internal sealed class LastField : Expr {
    private readonly string name, field;
    internal LastField(string name, string field) { this.name = name; this.field = field; }
    internal override Value Of(Agent a) => Event.FieldOf(Event.Last(a.Events, name), field);
}

internal sealed class EntityField : Expr {
    private readonly Expr entity;
    private readonly string field;
    internal EntityField(Expr entity, string field) { this.entity = entity; this.field = field; }
    internal override Value Of(Agent a) => a.FieldOf(entity.Text(a), field);
}

internal sealed class Component : NumberExpr {
    private readonly Expr vector;
    private readonly bool isX;
    internal Component(Expr vector, bool isX) { this.vector = vector; this.isX = isX; }
    internal override double Number(Agent a) { Vector pair = vector.Pair(a); return isX ? pair.X : pair.Y; }
}

internal sealed class CurveRead : NumberExpr {
    private readonly int curve;
    private readonly Expr operand;
    internal CurveRead(int curve, Expr operand) { this.curve = curve; this.operand = operand; }
    internal override double Number(Agent a) => a.Curves[curve].ValueAt(operand.Number(a));
}

internal sealed class Negate : NumberExpr {
    private readonly Expr operand;
    private readonly bool isInt;
    internal Negate(Expr operand, bool isInt) { this.operand = operand; this.isInt = isInt; }
    internal override double Number(Agent a) =>
        isInt ? Numbers.Int32(-operand.Number(a)) : -operand.Number(a);
}

internal sealed class NegateVector : VectorExpr {
    private readonly Expr operand;
    internal NegateVector(Expr operand) { this.operand = operand; }
    internal override Vector Pair(Agent a) { Vector pair = operand.Pair(a); return new Vector(-pair.X, -pair.Y); }
}

internal sealed class Not : BoolExpr {
    private readonly Expr operand;
    internal Not(Expr operand) { this.operand = operand; }
    internal override bool Test(Agent a) => !operand.Test(a);
}

internal sealed class Arithmetic : NumberExpr {
    private readonly Expr left, right;
    private readonly char sign;
    private readonly bool isInt;
    internal Arithmetic(Expr left, char sign, Expr right, bool isInt) {
        this.left = left; this.sign = sign; this.right = right; this.isInt = isInt;
    }
    internal override double Number(Agent a) {
        double l = left.Number(a), r = right.Number(a), result;
        switch (sign) {
            case '+': result = l + r; break;
            case '-': result = l - r; break;
            case '*': result = l * r; break;
            case '/': result = l / Numbers.Divisor(r); break;
            default: result = Numbers.Modulo(l, Numbers.Divisor(r)); break;
        }
        return isInt ? Numbers.Int32(result) : result;
    }
}

internal sealed class VectorArithmetic : VectorExpr {
    private readonly Expr left, right;
    private readonly char sign;
    internal VectorArithmetic(Expr left, char sign, Expr right) {
        this.left = left;
        this.sign = sign;
        this.right = right;
    }
    internal override Vector Pair(Agent a) {
        if (sign == '*') {
            Value l = left.Of(a), r = right.Of(a);
            Vector of = l.Kind == Kind.Vector ? l.Vector : r.Vector;
            double by = l.Kind == Kind.Vector ? r.Number : l.Number;
            return new Vector(of.X * by, of.Y * by);
        }
        Vector p = left.Pair(a), q = right.Pair(a);
        return sign == '+' ? new Vector(p.X + q.X, p.Y + q.Y) : new Vector(p.X - q.X, p.Y - q.Y);
    }
}

internal enum Operator : byte { Equal, Unequal, Less, LessOrEqual, Greater, GreaterOrEqual }

/// <summary>A comparison of two; its classes are for what is compared.</summary>
internal sealed class CompareNumbers : BoolExpr {
    private readonly Expr left, right;
    private readonly Operator by;
    internal CompareNumbers(Expr left, Operator by, Expr right) { this.left = left; this.by = by; this.right = right; }
    internal override bool Test(Agent a) { double l = left.Number(a); return Comparison.Holds(l, by, right.Number(a)); }
}

internal sealed class CompareTexts : BoolExpr {
    private readonly Expr left, right;
    private readonly bool equal;
    internal CompareTexts(Expr left, bool equal, Expr right) {
        this.left = left;
        this.equal = equal;
        this.right = right;
    }
    internal override bool Test(Agent a) { string l = left.Text(a); return (l == right.Text(a)) == equal; }
}

internal sealed class Comparison : BoolExpr {
    private readonly Expr[] operands;
    private readonly Operator[] operators;
    internal Comparison(Expr[] operands, Operator[] operators) { this.operands = operands; this.operators = operators; }
    internal override bool Test(Agent a) {
        Value left = operands[0].Of(a);
        for (int k = 0; k < operators.Length; k++) {
            Value right = operands[k + 1].Of(a);
            if (!Holds(left, operators[k], right)) return false;
            left = right;
        }
        return true;
    }
    internal static bool Holds(double left, Operator by, double right) {
        switch (by) {
            case Operator.Equal: return left == right;
            case Operator.Unequal: return left != right;
            case Operator.Less: return left < right;
            case Operator.LessOrEqual: return left <= right;
            case Operator.Greater: return left > right;
            default: return left >= right;
        }
    }
    private static bool Holds(Value left, Operator by, Value right) {
        if (by == Operator.Equal) return Value.Same(left, right);
        if (by == Operator.Unequal) return !Value.Same(left, right);
        return Holds(left.Number, by, right.Number);
    }
    internal static Expr Make(Expr[] operands, string[] signs) {
        var operators = Array.ConvertAll(signs, OperatorOf);
        if (operators.Length == 0 || operands.Length != operators.Length + 1)
            throw new MindError("A comparison has one operator between two operands.");
        if (operators.Length == 1) {
            Kind left = operands[0].Gives, right = operands[1].Gives;
            if (left == Kind.Number && right == Kind.Number)
                return new CompareNumbers(operands[0], operators[0], operands[1]);
            if (left == Kind.Text && right == Kind.Text && operators[0] <= Operator.Unequal)
                return new CompareTexts(operands[0], operators[0] == Operator.Equal, operands[1]);
        }
        return new Comparison(operands, operators);
    }
    private static Operator OperatorOf(string sign) {
        int place = Array.IndexOf(new[] { "==", "!=", "<", "<=", ">", ">=" }, sign);
        return place >= 0 ? (Operator)place : throw new MindError("There is no comparison '" + sign + "'.");
    }
}

internal sealed class Logical : BoolExpr {
    private readonly Expr[] operands;
    private readonly bool ends; // what decides: true for `or`
    internal Logical(Expr[] operands, bool isOr) { this.operands = operands; ends = isOr; }
    internal override bool Test(Agent a) {
        for (int k = 0; k < operands.Length; k++) if (operands[k].Test(a) == ends) return ends;
        return !ends;
    }
}

internal sealed class Conditional : Expr {
    private readonly Expr test, then, otherwise;
    internal Conditional(Expr test, Expr then, Expr otherwise) {
        this.test = test;
        this.then = then;
        this.otherwise = otherwise;
    }
    internal override Kind Gives => then.Gives == otherwise.Gives ? then.Gives : Kind.Nobody;
    internal override Value Of(Agent a) => (test.Test(a) ? then : otherwise).Of(a);
    internal override bool Test(Agent a) => (test.Test(a) ? then : otherwise).Test(a);
    internal override double Number(Agent a) => (test.Test(a) ? then : otherwise).Number(a);
    internal override Vector Pair(Agent a) => (test.Test(a) ? then : otherwise).Pair(a);
    internal override string Text(Agent a) => (test.Test(a) ? then : otherwise).Text(a);
}

internal sealed class ConditionCall : BoolExpr {
    internal readonly string Name;
    internal readonly int Condition; // its number among those of the program
    internal readonly Arguments Given;
    private readonly Expr[] values;
    internal ConditionCall(string name, int condition, string[] names, Expr[] values) {
        Name = name; Condition = condition;
        Given = new Arguments(names);
        this.values = values;
    }
    internal override bool Test(Agent a) {
        for (int k = 0; k < values.Length; k++) Given.Values[k] = values[k].Of(a);
        return a.Ask(this);
    }
}

internal enum Function : byte {
    Abs, AngleDifference, AngleTo, At, Atan2, Ceil, Clamp, Contains, Cos, Direction, Distance, Dot, Floor, Len, Length,
    Lerp, Max, Min, Normalize, Round, Sign, Sin, Sqrt, Vec,
}

internal static class Functions {
    internal static readonly string[] Names = {
        "abs", "angle_difference", "angle_to", "at", "atan2", "ceil", "clamp", "contains", "cos", "direction",
        "distance", "dot", "floor", "len", "length", "lerp", "max", "min", "normalize", "round", "sign", "sin", "sqrt",
        "vec",
    };
    private static readonly int[] Counts = { 1, 2, 2, 2, 2, 1, 3, 2, 1, 1, 2, 2, 1, 1, 1, 3, 2, 2, 1, 1, 1, 1, 1, 2 };
    internal static Expr Make(string name, Expr[] given, string type) {
        int place = Array.IndexOf(Names, name);
        if (place < 0) throw new MindError("There is no function '" + name + "'.");
        var of = (Function)place;
        if (of == Function.Max || of == Function.Min) {
            if (given.Length == 0) throw new MindError("The function " + name + " has arguments.");
            Expr best = given[0];
            for (int k = 1; k < given.Length; k++) best = new NumberCall(of, best, given[k], null, false);
            return best;
        }
        if (given.Length != Counts[place]) throw new MindError("The function " + name + " has other arguments.");
        Expr x = given[0], y = given.Length > 1 ? given[1] : null, z = given.Length > 2 ? given[2] : null;
        if (of == Function.At) return new ItemAt(x, y);
        if (of == Function.Contains) return new Contains(x, y);
        if (of == Function.Len) return new ListLength(x);
        bool isVector = of == Function.Direction || of == Function.Normalize || of == Function.Vec;
        if (isVector || (of == Function.Lerp && type == "vector")) return new VectorCall(of, x, y, z);
        return new NumberCall(of, x, y, z, type == "int");
    }
}

internal sealed class NumberCall : NumberExpr {
    private readonly Function of;
    private readonly Expr x, y, z;
    private readonly bool isInt;
    internal NumberCall(Function of, Expr x, Expr y, Expr z, bool isInt) {
        this.of = of; this.x = x; this.y = y; this.z = z; this.isInt = isInt;
    }
    internal override double Number(Agent a) => isInt ? Numbers.Int32(Calculated(a)) : Calculated(a);
    private double Calculated(Agent a) {
        switch (of) {
            case Function.AngleTo: { Vector p = x.Pair(a); return Numbers.AngleTo(p, y.Pair(a)); }
            case Function.Distance: {
                Vector p = x.Pair(a), q = y.Pair(a);
                return Numbers.Length(p.X - q.X, p.Y - q.Y);
            }
            case Function.Dot: { Vector p = x.Pair(a), q = y.Pair(a); return p.X * q.X + p.Y * q.Y; }
            case Function.Length: { Vector p = x.Pair(a); return Numbers.Length(p.X, p.Y); }
        }
        double l = x.Number(a);
        switch (of) {
            case Function.Abs: return Math.Abs(l);
            case Function.AngleDifference: {
                double turn = Numbers.Modulo(y.Number(a) - l, 360);
                return turn > 180 ? turn - 360 : turn;
            }
            case Function.Atan2: return Numbers.ArcTangent(l, y.Number(a));
            case Function.Ceil: return Math.Ceiling(l);
            case Function.Clamp: {
                double low = y.Number(a), high = z.Number(a), raised = l < low ? low : l;
                return raised > high ? high : raised;
            }
            case Function.Cos: return Numbers.Direction(l).X;
            case Function.Floor: return Math.Floor(l);
            case Function.Lerp: { double q = y.Number(a); return l + (q - l) * z.Number(a); }
            case Function.Max: { double r = y.Number(a); return r > l ? r : l; }
            case Function.Min: { double r = y.Number(a); return r < l ? r : l; }
            case Function.Round: return Numbers.HalfEven(l);
            case Function.Sign: return l > 0 ? 1 : l < 0 ? -1 : 0;
            case Function.Sin: return Numbers.Direction(l).Y;
            default: return l < 0 ? throw new Failure("A negative number has no square root.") : Math.Sqrt(l);
        }
    }
}

internal sealed class VectorCall : VectorExpr {
    private readonly Function of;
    private readonly Expr x, y, z;
    internal VectorCall(Function of, Expr x, Expr y, Expr z) { this.of = of; this.x = x; this.y = y; this.z = z; }
    internal override Vector Pair(Agent a) {
        switch (of) {
            case Function.Direction: return Numbers.Direction(x.Number(a));
            case Function.Vec: { double wide = x.Number(a); return new Vector(wide, y.Number(a)); }
            case Function.Lerp: {
                Vector p = x.Pair(a), q = y.Pair(a);
                double t = z.Number(a);
                return new Vector(p.X + (q.X - p.X) * t, p.Y + (q.Y - p.Y) * t);
            }
        }
        Vector v = x.Pair(a);
        double size = Numbers.Length(v.X, v.Y);
        return size > 0 ? new Vector(v.X / size, v.Y / size) : new Vector();
    }
}

/// <summary>What functions of lists have in common: those of an agent's own variable copy nothing.</summary>
internal struct ListRead {
    private readonly Expr list;
    private readonly Variable own;
    internal ListRead(Expr list) {
        this.list = list;
        own = list is OtherRead read && read.IsOwnList ? read.Variable : null;
    }
    internal Value[] Copied(Agent a) => own == null ? list.Of(a).List : null;
    internal int Count(Agent a, Value[] copied) => own == null ? copied.Length : a.Ints[own.LengthPlace];
    internal Value Item(Agent a, Value[] copied, int place) => own == null ? copied[place] : own.ReadItem(a, place);
}

internal sealed class ListLength : NumberExpr {
    private readonly ListRead list;
    internal ListLength(Expr list) { this.list = new ListRead(list); }
    internal override double Number(Agent a) => list.Count(a, list.Copied(a));
}

internal sealed class ItemAt : Expr {
    private readonly ListRead list;
    private readonly Expr at;
    internal ItemAt(Expr list, Expr at) { this.list = new ListRead(list); this.at = at; }
    internal override Value Of(Agent a) {
        Value[] copied = list.Copied(a);
        double k = at.Number(a);
        int count = list.Count(a, copied);
        if (k >= 0 && k < count) return list.Item(a, copied, (int)k);
        throw new Failure("There is no item " + JsonText.OfNumber(k) + " in a list of " + count + ".");
    }
}

internal sealed class Contains : BoolExpr {
    private readonly ListRead list;
    private readonly Expr item;
    internal Contains(Expr list, Expr item) { this.list = new ListRead(list); this.item = item; }
    internal override bool Test(Agent a) {
        Value[] copied = list.Copied(a);
        Value wanted = item.Of(a);
        int count = list.Count(a, copied);
        for (int k = 0; k < count; k++) if (Value.Same(list.Item(a, copied, k), wanted)) return true;
        return false;
    }
}

// ---- Triggers ------------------------------------------------------------------------------------------------------

/// <summary>A test with the places of the triggers that it may read.</summary>
internal class Test {
    internal Expr Run;
    internal int[] Triggers;
    internal int Held = -1; // the first byte of those that let it in
    internal int LastTest = -1;
    /// <summary>Evaluate it; `held` count as armed. The agent's `Armed` then has those that it read armed.</summary>
    internal bool Ask(Agent a, int[] held) {
        if (Triggers.Length == 0) return Run.Test(a);
        a.Armed = Trigger.None;
        a.Held = held;
        try { return Run.Test(a); } finally { a.Held = Trigger.None; }
    }
    /// <summary>Return the triggers that let a running node enter: its own tests see them armed.</summary>
    internal int[] HeldBy(Row row, Agent a) {
        int[] held = Trigger.None;
        if (Held < 0 || a.Bytes[row.Index] != (byte)Status.Running) return held;
        for (int k = 0; k < Triggers.Length; k++)
            if (a.Bytes[Held + k] != 0) held = a.Program.Joined(held, Triggers[k]);
        return held;
    }
    internal void LetIn(int[] armed, Agent a) {
        for (int k = 0; Held >= 0 && k < Triggers.Length; k++)
            a.Bytes[Held + k] = Array.IndexOf(armed, Triggers[k]) >= 0 ? (byte)1 : (byte)0;
        Trigger.Consume(armed, a);
    }
    /// <summary>Tell whether a guard or precondition is true; one that fails is false.</summary>
    internal bool Holds(Row row, Agent a) {
        bool isTrue = false;
        try { isTrue = Ask(a, HeldBy(row, a)); } catch (Failure problem) { a.Note(row, problem.Message); }
        if (LastTest >= 0) a.Bytes[LastTest] = isTrue ? (byte)2 : (byte)1;
        return isTrue;
    }
}

internal sealed class Guard : Test {
    internal bool WhileRunning, AbortsLower;
    internal Status Refused;
}

internal sealed class Precondition : Test {
    internal bool Lasting;
    internal Status Gives;
    /// <summary>Tell whether it decides: one with `while` when it is false or fails, another when it is true.</summary>
    internal bool Decides(Row row, Agent a) => Holds(row, a) != Lasting;
}

/// <summary>A variable that is armed, and for how long.</summary>
internal sealed class Trigger {
    internal const byte Unarmed = 0, JustArmed = 2, ArmedBefore = 1, Latched = 3;
    internal static readonly int[] None = new int[0];
    internal int Variable, Place, Ticks, Until;
    internal bool IsLatched, Ages;
    /// <summary>Read a trigger, and note one that is armed: what decides by it consumes it.</summary>
    internal static bool IsArmed(Agent a, int place) {
        if (a.Bytes[place] == Unarmed && Array.IndexOf(a.Held, place) < 0) return false;
        a.Armed = a.Program.Joined(a.Armed, place);
        return true;
    }
    internal static void Consume(int[] armed, Agent a) {
        for (int k = 0; k < armed.Length; k++) a.Bytes[armed[k]] = Unarmed;
    }
    internal void Arm(Agent a, byte state) { a.Bytes[Place] = state; if (Ticks > 0) a.Ints[Until] = a.After(Ticks); }
    internal void Begin(Agent a) {
        if (Ticks > 0 && a.Bytes[Place] == Latched && a.Now >= a.Ints[Until]) a.Bytes[Place] = Unarmed;
    }
    internal void Age(Agent a) {
        byte state = a.Bytes[Place];
        if (state == Unarmed || !Ages) return;
        if (state == JustArmed) a.Bytes[Place] = ArmedBefore;
        else if (state == ArmedBefore || !IsLatched) a.Bytes[Place] = IsLatched ? Latched : Unarmed;
    }
}

// ---- Lines ---------------------------------------------------------------------------------------------------------

/// <summary>A line of a block; its row is that of the block.</summary>
internal abstract class Line {
    internal static readonly Line[] None = new Line[0];
    internal Row Row;
    internal int Number;
    /// <summary>Do it; return the line that failed inside, or null.</summary>
    internal abstract Line Run(Agent a);
    /// <summary>Run the lines of a block; return the one that failed, which ends all blocks around it, or
    /// null.</summary>
    internal static Line RunBlock(Line[] block, Agent a) {
        for (int k = 0; k < block.Length; k++) {
            Line inner;
            try {
                inner = block[k].Run(a);
            } catch (Failure problem) {
                a.Note(block[k].Row, "line " + (block[k].Number + 1) + ": " + problem.Message);
                return block[k];
            }
            if (inner != null) return inner;
        }
        return null;
    }
}

/// <summary>Writes what an expression gives to a variable.</summary>
internal sealed class Writer {
    private readonly Variable variable;
    private readonly Expr run;
    private readonly Sort fast; // the sort of the variable where the expression surely gives such a value, else List
    internal Writer(Variable variable, Expr run) {
        this.variable = variable; this.run = run;
        fast = Sort.List;
        Sort sort = variable.Type.Sort;
        bool fits = run.Gives == Kind.Bool ? sort == Sort.Bool
            : run.Gives == Kind.Number ? sort == Sort.Int || sort == Sort.Float
            : run.Gives == Kind.Vector && sort == Sort.Vector;
        if (fits && !variable.IsWorld) fast = sort;
    }
    internal int Variable => variable.Number;
    /// <summary>Write it; false where the value does not fit.</summary>
    internal bool Put(Agent a) {
        int place = variable.Place;
        switch (fast) {
            case Sort.Bool: a.Bytes[place] = run.Test(a) ? (byte)1 : (byte)0; return true;
            case Sort.Int: {
                double number = run.Number(a);
                if (!Numbers.IsInt(number)) return false;
                a.Ints[place] = (int)number;
                return true;
            }
            case Sort.Float: {
                double number = run.Number(a);
                if (!Numbers.IsFinite(number)) return false;
                a.Floats[place] = number;
                return true;
            }
            case Sort.Vector: {
                Vector pair = run.Pair(a);
                if (!pair.IsFinite) return false;
                a.Floats[place] = pair.X;
                a.Floats[place + 1] = pair.Y;
                return true;
            }
        }
        Value value = run.Of(a);
        if (!variable.Type.Fits(value)) return false;
        if (variable.IsWorld) a.Minds.WriteLater(a.World[variable.Number], value);
        else variable.Write(a, value);
        return true;
    }
}

internal sealed class AssignLine : Line {
    private readonly Writer writer;
    internal AssignLine(Writer writer) { this.writer = writer; }
    internal override Line Run(Agent a) {
        if (!writer.Put(a)) a.Note(Row, "A value that does not fit its variable is refused; the old one stays.");
        return null;
    }
}

/// <summary>Draws; it is an expression too, so that a writer can put what it drew.</summary>
internal sealed class DrawExpr : Expr {
    private readonly string draw;
    private readonly int draws;
    private readonly uint stream;
    private readonly Expr low, high;
    internal DrawExpr(string draw, Row row, int draws, Expr low, Expr high) {
        this.draw = draw; this.draws = draws;
        stream = row.Stream;
        this.low = low; this.high = high;
        if (draw != "chance" && draw != "random" && draw != "random_int" && draw != "bell")
            throw new MindError("There is no draw '" + draw + "'.");
    }
    internal override Kind Gives => draw == "chance" ? Kind.Bool : Kind.Number;
    internal override Value Of(Agent a) => draw == "chance" ? Test(a) : (Value)Number(a);
    internal override bool Test(Agent a) => low.Number(a) > RandomDraws.Float(a, stream, draws);
    internal override double Number(Agent a) {
        double from = low.Number(a), to = high.Number(a);
        if (draw == "random_int") return RandomDraws.Int(a, stream, draws, from, to);
        return draw == "bell" ? from + to * Bell(a) : from + RandomDraws.Float(a, stream, draws) * (to - from);
    }
    /// <summary>Return a number around 0, mostly from -1 to 1: three draws in a row.</summary>
    private double Bell(Agent a) {
        double sum = RandomDraws.Float(a, stream, draws);
        sum += RandomDraws.Float(a, stream, draws);
        sum += RandomDraws.Float(a, stream, draws);
        return 2 * sum - 3;
    }
}

internal sealed class DrawLine : Line {
    private readonly Writer writer;
    internal DrawLine(Writer writer) { this.writer = writer; }
    internal override Line Run(Agent a) {
        if (!writer.Put(a)) a.Note(Row, "A number that is not finite is refused; the old one stays.");
        return null;
    }
}

internal sealed class SetLine : Line {
    private readonly Trigger trigger;
    internal SetLine(Trigger trigger) { this.trigger = trigger; }
    internal override Line Run(Agent a) { trigger.Arm(a, Trigger.JustArmed); return null; }
}

internal sealed class ListLine : Line {
    private readonly Variable variable;
    private readonly string change;
    private readonly Expr item;
    internal ListLine(Variable variable, string change, Expr item) {
        this.variable = variable; this.change = change; this.item = item;
    }
    internal override Line Run(Agent a) {
        Value[] items = change == "clear" ? Variable.NoItems : variable.Read(a).List;
        Value given = item.Of(a);
        if (change == "append") {
            if (items.Length == variable.Type.Most)
                throw new Failure("The list is full with " + variable.Type.Most + " items.");
            if (!variable.Type.Item.Fits(given)) {
                a.Note(Row, "An item that does not fit its list is refused.");
                return null;
            }
            Array.Resize(ref items, items.Length + 1);
            items[items.Length - 1] = given;
        } else if (change == "remove") {
            int place = 0;
            while (place < items.Length && !Value.Same(items[place], given)) place++;
            if (place < items.Length) {
                Array.Copy(items, place + 1, items, place, items.Length - place - 1);
                Array.Resize(ref items, items.Length - 1);
            }
        }
        variable.Write(a, items);
        return null;
    }
}

/// <summary>What makes an event; one without fields is made once.</summary>
internal sealed class EventMaker {
    private readonly string[] fields;
    private readonly Expr[] values;
    private readonly Event bare;
    internal EventMaker(string name, string[] fields, Expr[] values) {
        this.fields = fields; this.values = values;
        bare = new Event(name);
    }
    internal Event Make(Agent a) {
        if (fields.Length == 0) return bare;
        var made = new Value[fields.Length];
        for (int k = 0; k < made.Length; k++) made[k] = values[k].Of(a);
        return new Event(bare.Name, fields, made);
    }
}

internal sealed class RaiseLine : Line {
    private readonly EventMaker maker;
    internal RaiseLine(EventMaker maker) { this.maker = maker; }
    internal override Line Run(Agent a) {
        Event made = maker.Make(a);
        if (Row.Machine == null) a.Minds.Send(a.Id, a.Id, made);
        else Row.Machine.TakeRaised(new Item(made));
        return null;
    }
}

internal sealed class RaiseLaterLine : Line {
    private readonly EventMaker maker;
    private readonly Duration after;
    private readonly string id;
    private readonly int machine, state;
    internal RaiseLaterLine(EventMaker maker, Duration after, string id, int machine, int state) {
        this.maker = maker; this.after = after; this.id = id; this.machine = machine; this.state = state;
    }
    internal override Line Run(Agent a) {
        Event made = maker.Make(a);
        int ticks = after.Ticks(a);
        if (Row.Machine != null && !Row.Machine.Takes) return null;
        if (a.Delayed.Count >= Agent.MostDelayed)
            throw new Failure(Agent.MostDelayed + " delayed events wait already.");
        a.Delay(new Delayed { Due = a.After(ticks), Machine = machine, State = state, Id = id, Event = made });
        return null;
    }
}

internal sealed class CancelLine : Line {
    private readonly string id;
    private readonly int machine;
    internal CancelLine(string id, int machine) { this.id = id; this.machine = machine; }
    internal override Line Run(Agent a) {
        for (int k = a.Delayed.Count - 1; k >= 0; k--)
            if (a.Delayed[k].Machine == machine && a.Delayed[k].Id == id) a.Delayed.RemoveAt(k);
        return null;
    }
}

internal sealed class SendLine : Line {
    private readonly EventMaker maker;
    private readonly Expr entity;
    private readonly string receiver;
    internal SendLine(EventMaker maker, Expr entity, string receiver) {
        this.maker = maker; this.entity = entity; this.receiver = receiver;
    }
    internal override Line Run(Agent a) {
        Event made = maker.Make(a);
        string to = receiver == "self" ? a.Id : receiver;
        if (entity != null) to = entity.Text(a) ?? throw new Failure("There is nobody to send to.");
        a.Minds.Send(a.Id, to, made);
        return null;
    }
}

internal sealed class IfLine : Line {
    private readonly Expr test;
    private readonly Line[] then, otherwise;
    internal IfLine(Expr test, Line[] then, Line[] otherwise) {
        this.test = test;
        this.then = then;
        this.otherwise = otherwise;
    }
    internal override Line Run(Agent a) => RunBlock(test.Test(a) ? then : otherwise, a);
}

internal sealed class DoLine : Line {
    private readonly Call call;
    internal DoLine(Call call) { this.call = call; }
    internal override Line Run(Agent a) {
        call.Evaluate(a);
        Status result = call.Tick(a, a.Now, true);
        if (result == Status.Success) return null;
        throw new Failure("the instant action " + call.Name + " gave " + result.ToString().ToUpperInvariant() + ".");
    }
}

internal enum Step : byte { Enter, Tick, Halt }

/// <summary>An action that a row or a line calls; its arguments are filled each time.</summary>
internal sealed class Call {
    internal readonly Row Row;
    internal readonly string Name;
    internal readonly int Action; // its number among those of the program
    internal readonly Arguments Given;
    private readonly Expr[] values;
    internal Call(Row row, string name, int action, string[] names, Expr[] values) {
        Row = row; Name = name; Action = action;
        Given = new Arguments(names);
        this.values = values;
    }
    internal void Evaluate(Agent a) { for (int k = 0; k < values.Length; k++) Given.Values[k] = values[k].Of(a); }
    internal Status Tick(Agent a, int entered, bool begins) {
        if (begins && Attempt(a, entered, Step.Enter) == Status.Failure) return Status.Failure;
        return Attempt(a, entered, Step.Tick);
    }
    private Status Attempt(Agent a, int entered, Step step) {
        Watcher watcher = a.Minds.Watcher;
        if (watcher != null) watcher.Asks(a, true);
        Status result = Status.Success;
        string failed = null;
        try {
            GameAction behavior = a.Actions[Action];
            Context context = a.Minds.Context.Of(a, this, entered);
            if (step == Step.Tick) result = behavior.Tick(context, Given);
            else if (step == Step.Enter) behavior.Enter(context, Given);
            else behavior.Halt(context, Given);
            if (result < Status.Running || result > Status.Failure)
                failed = Name + " gave " + result + "; a tick gives Running, Success or Failure.";
        } catch (Exception problem) { failed = Name + " failed: " + problem.Message; }
        if (failed != null) { a.Note(Row, failed); result = Status.Failure; }
        if (watcher != null) {
            Json question = Json.ListOf("action", Json.Of(Row.Index), Name, JsonText.OfName(step));
            watcher.Answered(a, question, Json.Of(JsonText.OfName(result)), failed);
        }
        return result;
    }
    internal void Halt(Agent a, int entered) {
        for (int k = 0; k < values.Length; k++) {
            try { Given.Values[k] = values[k].Of(a); } catch (Failure) { Given.Values[k] = Value.Nobody; }
        }
        Attempt(a, entered, Step.Halt);
    }
}

// ---- Visiting a row ------------------------------------------------------------------------------------------------

/// <summary>A node, a state, a transition or a question.</summary>
internal class Row {
    internal const byte Halted = 8; // in the outcome byte of a node: it was halted
    internal static readonly Row[] None = new Row[0];
    internal int Index, End;
    internal Row Parent;
    internal string Op;
    internal bool Disabled, HasStream;
    internal uint Stream;
    internal int Draws = -1;
    internal MachineRow Machine;
    internal Row[] Children = None; // of a decision tree its leaves; a machine has none
    private Guard guard;
    private Precondition[] preconditions = new Precondition[0];
    private Service[] services = new Service[0];
    private EndLines[] ends = new EndLines[0];
    internal ClaimRow[] Claims = new ClaimRow[0]; // those that let go when this one ends
    private bool isPlain; // nothing is asked before it is entered
    internal Guard Guard => guard;
    internal virtual bool IsNode => true;
    internal virtual bool Refuses => false;
    internal virtual void Enter(Agent a) { }
    internal virtual Status Tick(Agent a) =>
        throw new InvalidOperationException("A row of op '" + Op + "' cannot be ticked.");
    internal virtual void Stop(Agent a) { }
    /// <summary>End with a result that it was ordered; return that.</summary>
    internal virtual Status Finish(Agent a, Status result) { Stop(a); return result; }
    /// <summary>Return with what it refuses to be entered, Idle for not at all.</summary>
    internal virtual Status Refuse(Agent a) => Status.Idle;
    /// <summary>Read what its op has; the rows are there by now.</summary>
    internal virtual void Build(Program p, Json data) { }
    internal void BuildNode(Program p, Json data) {
        Children = p.Below(this, data.Ints("children"));
        Json given = data["guard"];
        if (given != null) {
            guard = new Guard {
                WhileRunning = given.Flag("while_running"), AbortsLower = given.Flag("aborts_lower"),
                Refused = p.ResultOf(given, "refused"), LastTest = given.At("last_test"),
            };
            p.FillTest(guard, given);
        }
        preconditions = data.Map("preconditions", each => {
            var made = new Precondition { Lasting = each.Flag("while"), Gives = p.ResultOf(each, "gives") };
            p.FillTest(made, each);
            return made;
        });
        services = data.Map("services", each => new Service(p, this, each));
        ends = data.Map("ends", each => new EndLines(p, each));
        isPlain = preconditions.Length == 0;
    }
    /// <summary>Visit the root of a tree or activity; it is halted where the agent has no visits left in this
    /// tick.</summary>
    internal Status VisitRoot(Agent a) {
        try {
            return Visit(a);
        } catch (Spent) {
            Halt(a);
            a.Note(this, Spent.Words);
            a.Bytes[Index] = (byte)Status.Failure;
            return Conclude(a, Status.Failure);
        }
    }
    internal Status Visit(Agent a) {
        if (--a.VisitsLeft < 0) throw new Spent();
        if (Disabled) return Conclude(a, Status.Skipped);
        Status ordered;
        if (a.Orders.Count > 0 && a.Orders.TryGetValue(Index, out ordered)) return Follow(a, ordered);
        bool running = a.Bytes[Index] == (byte)Status.Running;
        Guard asked = guard;
        if (asked != null && (asked.WhileRunning || !running)) {
            if (a.PassedGuard == Index) { a.PassedGuard = -1; asked = null; }
            else if (!asked.Holds(this, a)) return TurnAway(a, asked.Refused);
        }
        if (!isPlain || (!running && (asked != null || Refuses))) {
            Status refused = running ? DecidedMeanwhile(a) : Admit(asked, a);
            if (refused != Status.Idle) return TurnAway(a, refused);
        }
        Status result;
        try {
            if (!running) { a.Bytes[Index] = (byte)Status.Running; Enter(a); }
            for (int k = 0; k < services.Length; k++) services[k].Serve(this, a, !running);
            result = Tick(a);
        } catch (Failure problem) {
            a.Note(this, problem.Message);
            HaltAll(Children, a);
            Stop(a);
            a.DropRequests(this);
            result = Status.Failure;
        }
        return result == Status.Running ? Conclude(a, result) : EndWith(a, result);
    }
    private Status EndWith(Agent a, Status result) {
        Clear(a);
        if (result != Status.Skipped) a.Bytes[Index] = (byte)result;
        if (Claims.Length > 0) ClaimRow.LetGo(Claims, a);
        if (ends.Length > 0) DoEnds(a, result);
        return Conclude(a, result);
    }
    /// <summary>Do what it was ordered in the place of a visit.</summary>
    private Status Follow(Agent a, Status result) {
        if (a.PassedGuard == Index) a.PassedGuard = -1;
        if (result == Status.Idle) return TurnAway(a, Status.Skipped);
        a.Orders.Remove(Index);
        if (a.Bytes[Index] != (byte)Status.Running) {
            a.Bytes[Index] = (byte)Status.Running;
            try { Enter(a); } catch (Failure problem) { a.Note(this, problem.Message); }
        }
        HaltAll(Children, a);
        Finish(a, result);
        a.DropRequests(this);
        return EndWith(a, result);
    }
    private Status Conclude(Agent a, Status result) {
        a.Outcomes[Index] = (byte)((a.Outcomes[Index] & Halted) | (byte)result);
        return result;
    }
    /// <summary>Set the statuses of a row and of all rows below it to 0.</summary>
    internal void Clear(Agent a) { byte[] bytes = a.Bytes; for (int k = Index; k < End; k++) bytes[k] = 0; }
    private Status TurnAway(Agent a, Status refused) {
        Halt(a);
        a.Bytes[Index] = refused == Status.Skipped ? (byte)0 : (byte)refused;
        return Conclude(a, refused);
    }
    internal void Halt(Agent a) {
        if (a.Bytes[Index] != (byte)Status.Running) return;
        HaltAll(Children, a);
        Stop(a);
        a.DropRequests(this);
        if (Claims.Length > 0) ClaimRow.LetGo(Claims, a);
        Clear(a);
        a.Outcomes[Index] |= Halted;
        if (ends.Length > 0) DoEnds(a, Status.Idle);
    }
    internal static void HaltAll(Row[] rows, Agent a) { for (int k = 0; k < rows.Length; k++) rows[k].Halt(a); }
    /// <summary>Run the lines for the end with a result; Idle is a halt.</summary>
    private void DoEnds(Agent a, Status result) {
        for (int k = 0; k < ends.Length; k++) {
            ends[k].Run(ends[k].Blocks[(int)result], a);
            ends[k].Run(ends[k].OnEnd, a);
        }
    }
    /// <summary>Return with what it is turned away as it is about to be entered, Idle for not at all.</summary>
    private Status Admit(Guard asked, Agent a) {
        List<LettingIn> lettingIn = a.LettingIn;
        lettingIn.Clear();
        if (asked != null && asked.Triggers.Length > 0) lettingIn.Add(new LettingIn { Test = asked, Armed = a.Armed });
        for (int k = 0; k < preconditions.Length; k++) {
            Precondition test = preconditions[k];
            if (test.Decides(this, a)) {
                if (test.Triggers.Length > 0 && !test.Lasting) Trigger.Consume(a.Armed, a);
                return test.Gives;
            }
            if (test.Triggers.Length > 0 && test.Lasting) lettingIn.Add(new LettingIn { Test = test, Armed = a.Armed });
        }
        if (Refuses) {
            try {
                Status refused = Refuse(a);
                if (refused != Status.Idle) return refused;
            } catch (Failure problem) { a.Note(this, problem.Message); return Status.Failure; }
        }
        for (int k = 0; k < lettingIn.Count; k++) lettingIn[k].Test.LetIn(lettingIn[k].Armed, a);
        return Status.Idle;
    }
    private Status DecidedMeanwhile(Agent a) {
        for (int k = 0; k < preconditions.Length; k++)
            if (preconditions[k].Lasting && preconditions[k].Decides(this, a)) return preconditions[k].Gives;
        return Status.Idle;
    }
    /// <summary>Return the state, of the innermost machine, whose block or activity it belongs to, or -1.</summary>
    internal int StateAround() {
        for (Row each = this; each != null && each.Op != "machine" && each.Op != "transition"; each = each.Parent)
            if (each.Op == "state") return each.Index;
        return -1;
    }
}

/// <summary>A test that lets a row in, with the triggers that it read armed.</summary>
internal struct LettingIn {
    internal Test Test;
    internal int[] Armed;
}

/// <summary>Lines that are run when a row has ended.</summary>
internal sealed class EndLines {
    private readonly Row owner;
    internal readonly Line[][] Blocks; // by result
    internal readonly Line[] OnEnd;
    internal EndLines(Program p, Json data) {
        owner = p.Row(data.At("row"));
        Blocks = new[] {
            p.Block(data, "on_halt", owner), Line.None, p.Block(data, "on_success", owner),
            p.Block(data, "on_failure", owner), Line.None,
        };
        OnEnd = p.Block(data, "on_end", owner);
    }
    internal void Run(Line[] block, Agent a) {
        OwnerRow outer = a.State;
        var state = owner as StateRow;
        if (state != null) a.State = state;
        Line failed = Line.RunBlock(block, a);
        if (failed != null && state != null) state.Machine.TakeFailure(failed);
        a.State = outer;
    }
}

/// <summary>A block that runs every so often while its row does.</summary>
internal sealed class Service {
    private readonly int due, interval, spread, draws;
    private readonly Duration every, jitter;
    private readonly Expr guard;
    private readonly Line[] block;
    internal Service(Program p, Row row, Json data) {
        due = data.At("due"); interval = data.At("interval"); spread = data.At("spread"); draws = data.At("draws");
        every = p.DurationOf(data["every"]);
        jitter = data["jitter"] == null ? null : p.DurationOf(data["jitter"]);
        guard = data["guard"] == null ? new Constant(true) : p.Run(data["guard"]);
        block = p.Block(data, "block", row);
    }
    internal void Serve(Row row, Agent a, bool entering) {
        if (entering) {
            a.Ints[interval] = every.Ticks(a);
            if (jitter != null) a.Ints[spread] = jitter.Ticks(a);
        } else if (a.Now < a.Ints[due]) return;
        int ticks = a.Ints[interval];
        if (jitter != null) {
            double by = a.Ints[spread];
            ticks = RandomDraws.Int(a, row.Stream, draws, ticks - by, ticks + by);
        }
        a.Ints[due] = a.After(Math.Max(1, ticks));
        try {
            if (!guard.Test(a)) return;
        } catch (Failure problem) { a.Note(row, problem.Message); return; }
        Line.RunBlock(block, a);
    }
}

/// <summary>A time: ticks, or an expression that gives seconds.</summary>
internal sealed class Duration {
    private readonly int ticks;
    private readonly Expr seconds;
    private readonly double rate;
    internal Duration(int ticks) { this.ticks = ticks; }
    internal Duration(Expr seconds, double rate) { this.seconds = seconds; this.rate = rate; }
    internal int Ticks(Agent a) => seconds == null ? ticks : Numbers.TicksOf(seconds.Number(a), rate);
}

/// <summary>A whole number from 0 on.</summary>
internal sealed class Count {
    private readonly Expr number;
    internal Count(Expr number) { this.number = number; }
    internal int Of(Agent a) {
        double value = number.Number(a);
        if (value >= 0) return Numbers.ToInt(value);
        throw new Failure("A count is a whole number from 0 on; it is " + JsonText.OfNumber(value) + ".");
    }
}

/// <summary>Parameters of a called graph that are written before it is visited.</summary>
internal sealed class Bindings {
    private readonly Writer[] writers;
    internal Bindings(Writer[] writers) { this.writers = writers; }
    internal void Bind(Agent a) {
        for (int k = 0; k < writers.Length; k++) {
            if (!writers[k].Put(a))
                throw new Failure("The value of a parameter does not fit (variable " + writers[k].Variable + ").");
        }
    }
}

/// <summary>First values of places of memory.</summary>
internal sealed class Fresh {
    internal struct First {
        internal Variable Variable; // null where a place of a buffer becomes 0
        internal Value Value;
        internal Trigger Arms;
        internal bool IsByte;
        internal int Place;
    }
    private readonly First[] all;
    internal Fresh(First[] all) { this.all = all; }
    internal void Write(Agent a) {
        for (int k = 0; k < all.Length; k++) {
            if (all[k].Variable == null) {
                if (all[k].IsByte) a.Bytes[all[k].Place] = 0;
                else a.Ints[all[k].Place] = 0;
            } else if (all[k].Arms != null) all[k].Arms.Arm(a, Trigger.JustArmed);
            else all[k].Variable.Write(a, all[k].Value);
        }
    }
}

/// <summary>What gives the branch of the case that equals a value, else another.</summary>
internal sealed class Cases {
    private readonly Expr asked;
    private readonly Value[] known;
    private readonly int[] branches;
    private readonly int other;
    internal Cases(Expr asked, Value[] known, int other) {
        this.asked = asked; this.known = known; this.other = other;
        branches = Branches(known.Length, other);
    }
    internal int Find(Agent a) {
        Value found = asked.Of(a);
        for (int k = 0; k < known.Length; k++)
            if (!known[k].IsNobody && Value.Same(known[k], found)) return branches[k];
        return other;
    }
    /// <summary>Return the branch of each entry: in a file the entry of the default branch is left out.</summary>
    internal static int[] Branches(int count, int other) {
        var branches = new int[count];
        for (int k = 0; k < count; k++) branches[k] = other >= 0 && k >= other ? k + 1 : k;
        return branches;
    }
}

// ---- Rows of behavior trees ----------------------------------------------------------------------------------------

internal sealed class OrderedRow : Row {
    private Status end, opposite;
    private bool reactive, yields;
    private int tried, tested;
    internal bool Keep;
    internal int Place;
    internal override void Build(Program p, Json data) {
        end = p.ResultOf(data, "ending");
        opposite = end == Status.Success ? Status.Failure : Status.Success;
        Keep = data.Flag("keep"); reactive = data.Flag("reactive"); yields = data.Flag("yield");
        Place = data.At("place"); tried = data.At("tried"); tested = data.At("tested");
    }
    internal override void Enter(Agent a) {
        a.Bytes[tried] = Keep && a.Ints[Place] > 0 ? (byte)1 : (byte)0;
        for (int k = 0; tested >= 0 && k < Children.Length; k++) a.Bytes[tested + k] = 0;
    }
    internal override Status Tick(Agent a) {
        int aborting = tested < 0 ? -1 : AbortingChild(a);
        int at = aborting < 0 && !reactive ? a.Ints[Place] : aborting;
        Row[] children = Children;
        for (at = at < 0 ? 0 : at; at < children.Length; at++) {
            Status result = children[at].Visit(a);
            if (result == Status.Skipped) continue;
            if (result == Status.Running) return StopAt(a, at, Status.Running);
            a.Bytes[tried] = 1;
            if (result == end) return StopAt(a, at, end);
            if (yields && at + 1 < children.Length) return StopAt(a, at + 1, Status.Running);
        }
        return StopAt(a, at, a.Bytes[tried] != 0 ? opposite : Status.Skipped);
    }
    private Status StopAt(Agent a, int at, Status result) {
        int before = a.Ints[Place];
        if (reactive && before >= 0 && before != at) Children[before].Halt(a);
        if (Keep) a.Ints[Place] = at == Children.Length ? 0 : at;
        else a.Ints[Place] = result == Status.Running ? at : -1;
        if (result != Status.Running) a.Bytes[tried] = 0;
        return result;
    }
    internal override void Stop(Agent a) { a.Bytes[tried] = 0; if (!Keep) a.Ints[Place] = -1; }
    /// <summary>Halt the running child for an earlier one whose guard became true; return its place, or -1.</summary>
    private int AbortingChild(Agent a) {
        int running = 0;
        while (running < Children.Length && a.Bytes[Children[running].Index] != (byte)Status.Running) running++;
        for (int k = 0; k < running && running < Children.Length; k++) {
            Guard guard = Children[k].Guard;
            if (Children[k].Disabled || guard == null || !guard.AbortsLower) continue;
            Status ordered;
            if (a.Orders.TryGetValue(Children[k].Index, out ordered) && ordered == Status.Idle) continue;
            bool wasTrue = a.Bytes[guard.LastTest] == 2;
            if (!guard.Holds(Children[k], a) || wasTrue) continue;
            guard.LetIn(guard.Triggers.Length > 0 ? a.Armed : Trigger.None, a);
            Children[running].Halt(a);
            a.PassedGuard = Children[k].Index;
            return k;
        }
        return -1;
    }
}

internal sealed class RoundRobinRow : Row {
    private int start, place, tried;
    internal override void Build(Program p, Json data) {
        start = data.At("start"); place = data.At("place"); tried = data.At("tried");
    }
    internal override void Enter(Agent a) { a.Ints[place] = a.Ints[start]; a.Bytes[tried] = 0; }
    internal override Status Tick(Agent a) {
        int first = a.Ints[start], count = Children.Length;
        int turn = count == 0 ? 0 : (int)Numbers.Modulo((double)a.Ints[place] - first, count);
        for (; turn < count; turn++) {
            int at = (first + turn) % count;
            a.Ints[place] = at;
            Status result = Children[at].Visit(a);
            if (result == Status.Success) a.Ints[start] = (at + 1) % count;
            if (result == Status.Running || result == Status.Success) return result;
            if (result == Status.Failure) a.Bytes[tried] = 1;
        }
        return a.Bytes[tried] != 0 ? Status.Failure : Status.Skipped;
    }
}

internal sealed class PipelineRow : Row {
    private int furthest, tried;
    internal override void Build(Program p, Json data) { furthest = data.At("furthest"); tried = data.At("tried"); }
    internal override void Enter(Agent a) { a.Ints[furthest] = 0; a.Bytes[tried] = 0; }
    internal override Status Tick(Agent a) {
        Status latest = Status.Skipped;
        for (int at = 0; at < Children.Length && latest != Status.Failure; at++) {
            Status result = Children[at].Visit(a);
            if (result == Status.Skipped) continue;
            latest = result;
            if (result != Status.Running) a.Bytes[tried] = 1;
            else if (at >= a.Ints[furthest]) { a.Ints[furthest] = at; break; }
        }
        if (latest != Status.Running) HaltAll(Children, a);
        return latest == Status.Skipped && a.Bytes[tried] != 0 ? Status.Success : latest;
    }
}

internal sealed class ShuffledRow : Row {
    private Status end, opposite, untried;
    private double[] weights; // null for none
    private int place, tried, order, draws;
    internal override void Build(Program p, Json data) {
        end = p.ResultOf(data, "ending");
        opposite = end == Status.Success ? Status.Failure : Status.Success;
        weights = data["weights"] == null ? null : data.NumbersOf("weights");
        untried = weights == null || Array.Exists(weights, each => each != 0) ? Status.Skipped : Status.Failure;
        place = data.At("place"); tried = data.At("tried"); order = data.At("order"); draws = data.At("draws");
    }
    internal override void Enter(Agent a) {
        a.Ints[place] = 0;
        a.Bytes[tried] = 0;
        for (int k = 0; k < Children.Length; k++) a.Ints[order + k] = k;
        if (weights == null) Shuffle(a);
        else DrawOneByOne(a);
    }
    private void Shuffle(Agent a) {
        for (int k = Children.Length - 1; k > 0; k--) {
            int other = order + RandomDraws.Int(a, Stream, draws, 0, k), kept = a.Ints[order + k];
            a.Ints[order + k] = a.Ints[other];
            a.Ints[other] = kept;
        }
    }
    private void DrawOneByOne(Agent a) {
        int count = Children.Length;
        double[] left = a.Minds.Weights(count);
        for (int k = 0; k < count - 1; k++) {
            double total = 0;
            for (int each = k; each < count; each++) total += left[each - k] = weights[a.Ints[order + each]];
            if (total == 0) return;
            int first = order + k, picked = first + RandomDraws.Weighted(a, Stream, draws, count - k);
            int child = a.Ints[picked];
            Array.Copy(a.Ints, first, a.Ints, first + 1, picked - first);
            a.Ints[first] = child;
        }
    }
    internal override Status Tick(Agent a) {
        int at = a.Ints[place];
        Status result = Status.Running;
        for (; at < Children.Length; at++) {
            int drawn = a.Ints[order + at];
            Row child = Children[drawn];
            bool isOut = weights != null && weights[drawn] == 0 && a.Bytes[child.Index] != (byte)Status.Running;
            result = isOut ? Status.Skipped : child.Visit(a);
            if (result == Status.Running) break;
            if (result != Status.Skipped) a.Bytes[tried] = 1;
            if (result == end) break;
        }
        a.Ints[place] = at;
        return at < Children.Length ? result : a.Bytes[tried] != 0 ? opposite : untried;
    }
}

internal sealed class RandomChildRow : Row {
    private double[] weights;
    private int chosen, draws;
    internal override void Build(Program p, Json data) {
        weights = data["weights"] == null ? null : data.NumbersOf("weights");
        chosen = data.At("chosen"); draws = data.At("draws");
    }
    internal override void Enter(Agent a) {
        double total = 0;
        double[] all = a.Minds.Weights(Children.Length);
        for (int k = 0; k < Children.Length; k++) total += all[k] = weights == null ? 1 : weights[k];
        a.Ints[chosen] = total == 0 ? -1 : RandomDraws.Weighted(a, Stream, draws, Children.Length);
    }
    internal override Status Tick(Agent a) => a.Ints[chosen] < 0 ? Status.Failure : Children[a.Ints[chosen]].Visit(a);
}

internal sealed class ParallelRow : Row {
    private Expr successes, failures;
    private bool eachDecides, allEnd, again;
    private int finished, needed;
    private int[] all, chosen; // bytes of children
    internal override void Build(Program p, Json data) {
        successes = p.RunOr(data, "success", 0); failures = p.RunOr(data, "failure", 0);
        eachDecides = data.Word("decide", "") == "each"; allEnd = data.Word("decide", "") == "all_ended";
        again = data.Flag("again"); finished = data.At("finished"); needed = data.At("needed");
        all = new int[Children.Length];
        for (int k = 0; k < all.Length; k++) all[k] = finished + k;
        chosen = data["chosen_children"] == null ? all
            : Array.ConvertAll(data.Ints("chosen_children"), k => finished + k);
    }
    private void Restart(Agent a) { for (int k = 0; k < all.Length; k++) a.Bytes[finished + k] = 0; }
    private static int CountOf(Agent a, int[] places, Status result) {
        int found = 0;
        for (int k = 0; k < places.Length; k++) if (a.Bytes[places[k]] == (byte)result) found++;
        return found;
    }
    private static int NumberOf(int kept, int children) => kept >= 0 ? kept : unchecked(children + 1 + kept);
    private static int Threshold(Value value, int least) {
        if (value.Kind == Kind.Text && value.Text == "all") return -1;
        if (value.Kind == Kind.Text && value.Text == "any") return 1;
        double number = value.Number;
        if (number >= least || number < 0) return Numbers.ToInt(number);
        throw new Failure("A threshold is a number from " + least + " on; it is " + JsonText.OfNumber(number) + ".");
    }
    private Status Decision(Agent a, Status latest) {
        if (allEnd && CountOf(a, all, Status.Idle) > 0) return Status.Idle;
        int taken = chosen.Length - CountOf(a, chosen, Status.Skipped);
        if (taken == 0) return Status.Skipped;
        int toSucceed = Math.Max(NumberOf(a.Ints[needed], taken), 0);
        int toFail = Math.Max(NumberOf(a.Ints[needed + 1], all.Length - CountOf(a, all, Status.Skipped)), 1);
        bool succeeded = CountOf(a, chosen, Status.Success) >= toSucceed;
        bool failed = CountOf(a, all, Status.Failure) >= toFail
            || taken - CountOf(a, chosen, Status.Failure) < toSucceed;
        if (succeeded && failed && latest == Status.Success) return Status.Success;
        return failed ? Status.Failure : succeeded ? Status.Success : Status.Idle;
    }
    private Status VisitAll(Agent a) {
        for (int k = 0; k < Children.Length; k++) {
            if (a.Bytes[finished + k] != 0) continue;
            Status result = Children[k].Visit(a);
            if (result != Status.Running) a.Bytes[finished + k] = (byte)result;
            Status decided = eachDecides ? Decision(a, result) : Status.Idle;
            if (decided != Status.Idle) return decided;
        }
        return Decision(a, Status.Idle);
    }
    internal override void Enter(Agent a) {
        Restart(a);
        a.Ints[needed] = Threshold(successes.Of(a), 0);
        a.Ints[needed + 1] = Threshold(failures.Of(a), 1);
    }
    internal override Status Tick(Agent a) {
        if (again) Restart(a);
        Status decided = VisitAll(a);
        if (decided == Status.Idle) return Status.Running;
        HaltAll(Children, a);
        return decided;
    }
}

internal sealed class SimpleParallelRow : Row {
    private bool delayed, again;
    private int main, finished;
    internal override void Build(Program p, Json data) {
        delayed = data.Flag("delayed"); again = data.Flag("again"); main = data.At("main");
        finished = data.At("finished");
    }
    internal override void Enter(Agent a) {
        a.Bytes[main] = 0;
        for (int k = 0; k < Children.Length; k++) a.Bytes[finished + k] = 0;
    }
    internal override Status Tick(Agent a) {
        var result = (Status)a.Bytes[main];
        if (result == Status.Idle) result = Children[0].Visit(a);
        if (result == Status.Running || (delayed && result != Status.Skipped)) {
            if (result != Status.Running) a.Bytes[main] = (byte)result;
            if (VisitOthers(a, result) || result == Status.Running) return Status.Running;
        }
        for (int k = 1; k < Children.Length; k++) Children[k].Halt(a);
        return result;
    }
    private bool VisitOthers(Agent a, Status result) {
        bool anyRuns = false;
        for (int k = 1; k < Children.Length; k++) {
            bool starts = (result != Status.Failure && a.Bytes[finished + k] == 0)
                || (again && result == Status.Running);
            if (!starts && a.Bytes[Children[k].Index] != (byte)Status.Running) continue;
            Status other = Children[k].Visit(a);
            if (other == Status.Running) anyRuns = true;
            else a.Bytes[finished + k] = (byte)other;
        }
        return anyRuns;
    }
}

internal sealed class UtilityRow : Row {
    private Expr[] scores;
    private Expr inertia;
    private bool everyTick, nextOnFailure;
    private int chosen, added, since, top, locked, momentum; // the last two in ticks
    private bool[] failed; // children that failed in this tick
    private double[] values; // scores of this choice; no number for a child that is out of it
    private int[] best; // children that are drawn from
    internal override void Build(Program p, Json data) {
        scores = p.Runs(data, "scores"); inertia = p.RunOr(data, "inertia", 0); everyTick = data.Flag("every_tick");
        nextOnFailure = data.Flag("next_on_failure"); chosen = data.At("chosen"); added = data.At("added");
        since = data.At("since"); top = data.Int("top", 1);
        locked = data.Int("lock", 0); momentum = data.Int("momentum", 0);
        if (top < 1) throw new MindError("A choice is drawn from 1 child or more, not from " + top + ".");
        if ((locked > 0 || momentum > 0) && since < 0)
            throw new MindError("Row " + Index + " has no place for 'since'.");
        failed = new bool[scores.Length];
        values = new double[scores.Length];
        best = new int[Math.Min(top, scores.Length)];
    }
    internal override void Enter(Agent a) { a.Floats[added] = inertia.Number(a); a.Ints[chosen] = -1; }
    internal override Status Tick(Agent a) {
        if (nextOnFailure) Array.Clear(failed, 0, failed.Length);
        for (;;) {
            int former = a.Ints[chosen], next = Choose(a, former);
            if (next < 0) return Status.Failure;
            if (former >= 0 && former != next) Children[former].Halt(a);
            a.Ints[chosen] = next;
            Status result = Children[next].Visit(a);
            if (result == Status.Running) return Status.Running;
            a.Ints[chosen] = -1;
            if (result != Status.Failure || !nextOnFailure) return result;
            failed[next] = true;
        }
    }
    private int Choose(Agent a, int former) {
        if (former >= 0 && (!everyTick || (locked > 0 && TicksSince(a) < locked))) return former;
        Compare(a, former);
        int next = Draws < 0 ? Highest() : DrawnOf(a, former);
        if (since >= 0 && next >= 0 && next != former) a.Ints[since] = a.Now;
        return next;
    }
    private double TicksSince(Agent a) => (double)a.Now - a.Ints[since];
    private void Compare(Agent a, int former) {
        double bonus = former >= 0 ? a.Floats[added] : 0;
        if (momentum > 0 && former >= 0) bonus *= Math.Max(0, 1 - TicksSince(a) / momentum);
        for (int k = 0; k < scores.Length; k++) {
            values[k] = double.NaN;
            if (failed[k]) continue;
            try {
                double score = scores[k].Number(a) + (k == former ? bonus : 0);
                if (double.IsNaN(score)) throw new Failure("It is not a number.");
                values[k] = score;
            } catch (Failure problem) { a.Note(Children[k], "score: " + problem.Message); }
        }
    }
    private int Highest() {
        int found = -1;
        for (int k = 0; k < values.Length; k++)
            if (!double.IsNaN(values[k]) && (found < 0 || values[k] > values[found])) found = k;
        return found;
    }
    /// <summary>Draw one of the best by their scores; the child that runs goes on where it is among them.</summary>
    private int DrawnOf(Agent a, int former) {
        double lowest = 0, total = 0;
        for (int k = 0; k < values.Length; k++) if (values[k] < lowest) lowest = values[k];
        double[] weights = a.Minds.Weights(best.Length);
        int count = 0;
        for (int next = Highest(); next >= 0 && count < best.Length; next = Highest()) {
            if (next == former) return former;
            best[count] = next;
            weights[count] = values[next] - lowest;
            total += weights[count++];
            values[next] = double.NaN;
        }
        if (count == 0) return -1;
        int drawn = count == 1 || !Numbers.IsFinite(total) ? 0 : RandomDraws.Weighted(a, Stream, Draws, count);
        return best[Math.Max(drawn, 0)];
    }
}

internal sealed class IfElseRow : Row {
    private bool reactive;
    private int branch;
    internal override void Build(Program p, Json data) {
        reactive = data.Flag("reactive"); branch = data.At("branch");
    }
    internal override void Enter(Agent a) { a.Ints[branch] = -1; }
    internal override Status Tick(Agent a) {
        int former = a.Ints[branch], next = former;
        if (former < 0 || reactive) {
            Status answer = Children[0].Visit(a);
            if (answer == Status.Running) return Status.Running;
            next = answer == Status.Success ? 1 : 2;
        }
        if (former >= 0 && former != next && former < Children.Length) Children[former].Halt(a);
        a.Ints[branch] = next;
        return next < Children.Length ? Children[next].Visit(a) : Status.Failure;
    }
}

internal sealed class SwitchRow : Row {
    private Cases cases;
    private int chosen;
    internal override void Build(Program p, Json data) { cases = p.CasesOf(data); chosen = data.At("chosen"); }
    internal override void Enter(Agent a) { a.Ints[chosen] = -1; }
    internal override Status Tick(Agent a) {
        int next = cases.Find(a), former = a.Ints[chosen];
        if (former >= 0 && former != next) Children[former].Halt(a);
        a.Ints[chosen] = next;
        return next < 0 ? Status.Failure : Children[next].Visit(a);
    }
}

internal sealed class TryRecoverRow : Row {
    private Count attempts;
    private bool sameTick;
    private int recovering, left;
    internal override void Build(Program p, Json data) {
        attempts = p.CountOf(data["attempts"]); sameTick = data.Flag("same_tick"); recovering = data.At("recovering");
        left = data.At("left");
    }
    internal override void Enter(Agent a) { a.Ints[left] = attempts.Of(a); a.Bytes[recovering] = 0; }
    internal override Status Tick(Agent a) {
        do {
            Status result;
            if (a.Bytes[recovering] == 0) {
                result = Children[0].Visit(a);
                if (result != Status.Failure) return result;
                if (a.Ints[left] == 0) return Status.Failure;
                a.Bytes[recovering] = 1;
            }
            result = Children[1].Visit(a);
            if (result != Status.Success) return result == Status.Running ? Status.Running : Status.Failure;
            a.Ints[left] -= 1;
            a.Bytes[recovering] = 0;
        } while (sameTick);
        return Status.Running;
    }
}

internal sealed class MapResultRow : Row {
    private Status onSuccess, onFailure;
    internal override void Build(Program p, Json data) {
        onSuccess = p.ResultOf(data, "on_success"); onFailure = p.ResultOf(data, "on_failure");
    }
    internal override Status Tick(Agent a) {
        Status result = Children[0].Visit(a);
        return result == Status.Success ? onSuccess : result == Status.Failure ? onFailure : result;
    }
}

internal sealed class LoopRow : Row {
    private Status againOn, endsWith, countedOut;
    private Count count;
    private bool sameTick, anyEnd;
    private int limit, done;
    internal override void Build(Program p, Json data) {
        againOn = p.ResultOf(data, "again_on"); endsWith = p.ResultOf(data, "ends_with");
        countedOut = p.ResultOf(data, "counted_out");
        count = data["count"] == null ? null : p.CountOf(data["count"]);
        sameTick = data.Flag("same_tick"); anyEnd = data.Flag("any_end"); limit = data.At("limit");
        done = data.At("done");
    }
    internal override void Enter(Agent a) { a.Ints[limit] = count == null ? -1 : count.Of(a); a.Ints[done] = 0; }
    internal override Status Tick(Agent a) {
        int last = a.Ints[limit];
        if (last == 0) return countedOut;
        do {
            Status result = Children[0].Visit(a);
            if (result == Status.Running || result == Status.Skipped) return result;
            if (result != againOn && !anyEnd) return endsWith;
            a.Ints[done] = last == -1 ? 0 : a.Ints[done] + 1;
            if (a.Ints[done] == last) return countedOut;
        } while (sameTick);
        return Status.Running;
    }
}

internal sealed class ForEachRow : Row {
    private Variable taken, item, list;
    private Expr about;
    private int query, at;
    private bool goesOn;
    internal override void Build(Program p, Json data) {
        taken = p.ListVariable(data.At("taken")); item = p.VariableOf(data.At("item"));
        list = data["list"] == null ? null : p.ListVariable(data.At("list"));
        query = list == null ? p.QueryOf(data.Word("query", "")) : -1;
        about = p.Run(data["of"]); goesOn = data.Flag("goes_on"); at = data.At("at");
    }
    internal override void Enter(Agent a) {
        taken.Write(a, list == null ? a.Query(query, about.Text(a) ?? "", taken.Type) : list.Read(a));
        a.Ints[at] = 0;
    }
    internal override Status Tick(Agent a) {
        for (int k = a.Ints[at]; k < a.Ints[taken.LengthPlace]; k++) {
            a.Ints[at] = k;
            if (a.Bytes[Children[0].Index] != (byte)Status.Running) item.Write(a, taken.ReadItem(a, k));
            Status result = Children[0].Visit(a);
            if (result == Status.Running) return Status.Running;
            if (result == Status.Failure && !goesOn) { Stop(a); return Status.Failure; }
        }
        Stop(a);
        return Status.Success;
    }
    internal override void Stop(Agent a) { taken.Write(a, Variable.NoItems); a.Ints[at] = 0; }
}

/// <summary>`timeout` and `delay`.</summary>
internal sealed class TimerRow : Row {
    private Duration seconds;
    private int due;
    internal override void Build(Program p, Json data) {
        seconds = p.DurationOf(data["seconds"]); due = data.At("due");
    }
    internal override void Enter(Agent a) { a.Ints[due] = a.After(seconds.Ticks(a)); }
    internal override Status Tick(Agent a) {
        bool early = a.Now < a.Ints[due];
        if (Op == "delay") return early ? Status.Running : Children[0].Visit(a);
        if (early) return Children[0].Visit(a);
        Children[0].Halt(a);
        return Status.Failure;
    }
}

internal sealed class CooldownRow : Row {
    private Duration seconds;
    private Status refused;
    private bool[] after; // by result, null for all
    private bool startCooled;
    private int length, ready;
    internal override void Build(Program p, Json data) {
        seconds = p.DurationOf(data["seconds"]); refused = p.ResultOf(data, "refused");
        after = data["after"] == null ? null : p.ResultsOf(data, "after");
        startCooled = data.Flag("start_cooled"); length = data.At("length"); ready = data.At("ready");
    }
    internal override bool Refuses => true;
    internal override Status Refuse(Agent a) {
        if (startCooled && a.Ints[ready] == 0) a.Ints[ready] = a.After(seconds.Ticks(a));
        return a.Ints[ready] > a.Now ? refused : Status.Idle;
    }
    internal override void Enter(Agent a) { a.Ints[length] = seconds.Ticks(a); }
    internal override Status Tick(Agent a) => Finish(a, Children[0].Visit(a));
    internal override Status Finish(Agent a, Status result) {
        if (result != Status.Running && (after == null || after[(int)result])) a.Ints[ready] = a.After(a.Ints[length]);
        return result;
    }
    internal override void Stop(Agent a) { if (after == null) a.Ints[ready] = a.After(a.Ints[length]); }
}

internal sealed class RateLimitRow : Row {
    private Duration seconds;
    private Status between;
    private bool waits;
    private int length, nextStart, last;
    internal override void Build(Program p, Json data) {
        seconds = p.DurationOf(data["seconds"]); between = p.ResultOf(data, "between"); waits = data.Flag("waits");
        length = data.At("length"); nextStart = data.At("next_start"); last = data.At("last");
    }
    internal override bool Refuses => true;
    internal override Status Refuse(Agent a) {
        if (waits || a.Now >= a.Ints[nextStart]) return Status.Idle;
        return between != Status.Idle ? between : a.Bytes[last] != 0 ? (Status)a.Bytes[last] : Status.Failure;
    }
    internal override void Enter(Agent a) {
        int ticks = seconds.Ticks(a);
        if (waits) a.Ints[length] = ticks;
        else a.Ints[nextStart] = a.After(ticks);
    }
    internal override Status Tick(Agent a) {
        if (waits && a.Bytes[Children[0].Index] != (byte)Status.Running) {
            if (a.Now < a.Ints[nextStart]) return Status.Running;
            a.Ints[nextStart] = a.After(a.Ints[length]);
        }
        return Finish(a, Children[0].Visit(a));
    }
    internal override Status Finish(Agent a, Status result) {
        if (result != Status.Running) a.Bytes[last] = (byte)result;
        return result;
    }
}

internal sealed class RunLimitRow : Row {
    private Expr count;
    private bool[] counted;
    private Status afterwards;
    private int done, last;
    internal override void Build(Program p, Json data) {
        count = p.RunOr(data, "count", 0); counted = p.ResultsOf(data, "counted");
        afterwards = p.ResultOf(data, "afterwards"); done = data.At("done"); last = data.At("last");
    }
    internal override bool Refuses => true;
    internal override Status Refuse(Agent a) {
        if (a.Ints[done] < count.Number(a)) return Status.Idle;
        return afterwards != Status.Idle ? afterwards : a.Bytes[last] != 0 ? (Status)a.Bytes[last] : Status.Skipped;
    }
    internal override Status Tick(Agent a) => Finish(a, Children[0].Visit(a));
    internal override Status Finish(Agent a, Status result) {
        if (result == Status.Success || result == Status.Failure) {
            a.Bytes[last] = (byte)result;
            if (counted[(int)result]) a.Ints[done] += 1;
        }
        return result;
    }
}

internal sealed class ProbabilityRow : Row {
    private Expr chance;
    private Status refused;
    private int hit, draws;
    internal override void Build(Program p, Json data) {
        chance = p.RunOr(data, "chance", 0); refused = p.ResultOf(data, "refused"); hit = data.At("hit");
        draws = data.At("draws");
    }
    internal override void Enter(Agent a) {
        a.Bytes[hit] = chance.Number(a) > RandomDraws.Float(a, Stream, draws) ? (byte)1 : (byte)0;
    }
    internal override Status Tick(Agent a) => a.Bytes[hit] != 0 ? Children[0].Visit(a) : refused;
}

internal sealed class PassRow : Row {
    internal override Status Tick(Agent a) => Children[0].Visit(a);
}

internal sealed class FixedRow : Row {
    private Status result;
    internal override void Build(Program p, Json data) { result = p.ResultOf(data, "result"); }
    internal override Status Tick(Agent a) => result;
}

internal sealed class TestRow : Row {
    private Test test;
    private Status otherwise;
    internal override void Build(Program p, Json data) {
        test = p.TestOf(data["test"]); otherwise = p.ResultOf(data, "otherwise");
    }
    internal override Status Tick(Agent a) {
        if (!test.Ask(a, Trigger.None)) return otherwise;
        if (test.Triggers.Length > 0) Trigger.Consume(a.Armed, a);
        return Status.Success;
    }
}

internal sealed class BlockRow : Row {
    private Line[] block;
    internal override void Build(Program p, Json data) { block = p.Block(data, "block", this); }
    internal override Status Tick(Agent a) { Line.RunBlock(block, a); return Status.Success; }
}

internal sealed class LogRow : Row {
    private Expr message;
    internal override void Build(Program p, Json data) { message = p.Run(data["message"]); }
    internal override Status Tick(Agent a) { message.Of(a); return Status.Success; }
}

internal sealed class WaitRow : Row {
    private Duration seconds, jitter;
    private int due, draws;
    internal override void Build(Program p, Json data) {
        seconds = p.DurationOf(data["seconds"]); jitter = p.DurationOf(data["jitter"]); due = data.At("due");
        draws = data.At("draws");
    }
    internal override void Enter(Agent a) {
        int ticks = seconds.Ticks(a), by = jitter.Ticks(a);
        a.Ints[due] = a.After(RandomDraws.Spread(a, Stream, draws, ticks, by));
    }
    internal override Status Tick(Agent a) => a.Now < a.Ints[due] ? Status.Running : Status.Success;
}

internal sealed class ActionRow : Row {
    private Call call;
    private int entered, begun;
    internal override void Build(Program p, Json data) {
        call = p.CallOf(this, data); entered = data.At("entered"); begun = data.At("begun");
    }
    internal override void Enter(Agent a) { a.Ints[entered] = a.Now; a.Bytes[begun] = 0; }
    internal override Status Tick(Agent a) {
        call.Evaluate(a);
        bool begins = a.Bytes[begun] == 0;
        a.Bytes[begun] = 1;
        a.DropRequests(this);
        return call.Tick(a, a.Ints[entered], begins);
    }
    internal override void Stop(Agent a) { if (a.Bytes[begun] != 0) call.Halt(a, a.Ints[entered]); }
}

/// <summary>`call` and `run`.</summary>
internal sealed class CallRow : Row {
    private Bindings bindings;
    private Fresh fresh;
    internal override void Build(Program p, Json data) {
        bindings = p.BindingsOf(data); fresh = p.FreshOf(data, "fresh", false);
    }
    internal override void Enter(Agent a) { fresh.Write(a); }
    internal override Status Tick(Agent a) { bindings.Bind(a); return Children[0].Visit(a); }
}

// -- claims

/// <summary>What a claim or release is about: places that a shared variable counts, or an entity.</summary>
internal struct Thing {
    internal readonly int Counter; // the variable, -1 for an entity
    private readonly string name;
    private readonly Expr entity;
    internal Thing(Program p, Json place) {
        int number = place == null ? -1 : place.At("variable");
        Variable variable = number >= 0 && number < p.Variables.Length ? p.Variables[number] : null;
        bool counts = variable != null && variable.Type.Sort == Sort.Int;
        Counter = counts ? number : -1;
        name = counts ? variable.Name : null;
        entity = counts ? null : p.Run(place);
    }
    internal string Of(Agent a) => entity == null ? name : entity.Text(a);
    /// <summary>Tell whether a claim of the agent holds a thing.</summary>
    internal static bool IsHeld(Agent a, int counter, string name) {
        ClaimRow[] claims = a.Program.Claims;
        for (int k = 0; k < claims.Length; k++) if (claims[k].Holds(a, counter, name)) return true;
        return false;
    }
}

internal sealed class ClaimRow : Row {
    private Thing thing;
    private ClaimRow[] self;
    internal int Claimed;
    internal int Counter => thing.Counter;
    internal override void Build(Program p, Json data) {
        thing = new Thing(p, data["place"]);
        Claimed = data.At("claimed");
        self = new[] { this };
    }
    internal bool Holds(Agent a, int counter, string name) => Counter == counter && a.Objects[Claimed] == name;
    internal override Status Tick(Agent a) {
        string name = thing.Of(a), held = a.Objects[Claimed];
        if (held != null && held != name) LetGo(self, a);
        if (name == null) return Status.Failure;
        if (!Thing.IsHeld(a, Counter, name)) {
            Cell cell = Counter < 0 ? null : a.World[Counter];
            bool isFree = cell == null ? !a.Minds.Holders.ContainsKey(name) : cell.Value.Number > 0;
            a.Minds.Watcher?.Free(a, name, isFree);
            if (!isFree) return Status.Failure;
            if (cell == null) a.Minds.Holders[name] = a.Id;
            else a.Minds.Share(cell, cell.Value.Number - 1, a);
        }
        a.Objects[Claimed] = name;
        return Status.Success;
    }
    /// <summary>Let claims hold nothing; what no other claim of the agent holds goes back.</summary>
    internal static void LetGo(ClaimRow[] claims, Agent a) {
        for (int k = 0; k < claims.Length; k++) claims[k].LetGo(a);
    }
    internal void LetGo(Agent a) {
        string name = a.Objects[Claimed];
        a.Objects[Claimed] = null;
        if (name == null || Thing.IsHeld(a, Counter, name)) return;
        if (Counter < 0) a.Minds.Holders.Remove(name);
        else a.Minds.Share(a.World[Counter], Math.Min(a.World[Counter].Value.Number + 1, Numbers.MostTicks), a);
    }
}

internal sealed class ReleaseRow : Row {
    private Thing thing;
    internal override void Build(Program p, Json data) { thing = new Thing(p, data["place"]); }
    internal override Status Tick(Agent a) {
        string name = thing.Of(a);
        ClaimRow[] claims = a.Program.Claims;
        for (int k = 0; name != null && k < claims.Length; k++)
            if (claims[k].Holds(a, thing.Counter, name)) claims[k].LetGo(a);
        return Status.Success;
    }
}

// ---- Decision trees ------------------------------------------------------------------------------------------------

internal sealed class DecisionTreeRow : Row {
    private struct Rebound {
        internal Row Row;
        internal Bindings Bindings;
    }
    private Count every;
    private bool commit, waits;
    private Rebound[][] rebound;
    private int current, due, interval, asked, evaluations;
    private int[] seen;
    private Row top;
    internal override void Build(Program p, Json data) {
        Json pace = data.Need("pace");
        every = p.CountOf(pace["every"]);
        commit = pace.Flag("commit");
        waits = pace.Flag("waits");
        Children = p.Below(this, data.Ints("leaves"));
        rebound = data.Map("rebound", leaf => leaf.MapItems(each => new Rebound {
            Row = p.Row(each.At("row")), Bindings = p.BindingsOf(each),
        }));
        top = p.Row(data.At("top"));
        seen = Array.ConvertAll(data.Ints("random"), p.SeenOf);
        current = data.At("current"); due = data.At("due"); interval = data.At("interval"); asked = data.At("asked");
        evaluations = data.At("evaluations");
    }
    internal override void Enter(Agent a) {
        a.Ints[interval] = every.Of(a);
        a.Ints[current] = -1;
        a.Ints[due] = a.Now;
        a.Bytes[asked] = 0;
        BeginRun(a);
    }
    internal override Status Tick(Agent a) {
        int leaf = a.Ints[current];
        if ((!commit || leaf < 0) && (a.Now >= a.Ints[due] || a.Bytes[asked] != 0)) leaf = Choose(a, leaf);
        else Rebind(a, leaf);
        if (leaf < 0) return waits ? Status.Running : Status.Failure;
        return Children[leaf].Visit(a);
    }
    private int Choose(Agent a, int former) {
        a.Ints[due] = a.Ints[interval] == 0 ? Numbers.MostTicks : a.After(a.Ints[interval]);
        a.Bytes[asked] = 0;
        Row found = Evaluate(a);
        int picked = found == null ? -1 : Array.IndexOf(Children, found);
        if (picked < 0) { Rebind(a, former); return former; }
        if (former >= 0 && former != picked) Children[former].Halt(a);
        a.Ints[current] = picked;
        return picked;
    }
    private void Rebind(Agent a, int leaf) {
        if (leaf < 0 || rebound.Length == 0) return;
        foreach (Rebound call in rebound[leaf]) {
            try {
                call.Bindings.Bind(a);
            } catch (Failure problem) { if (!a.HasError(call.Row)) a.Note(call.Row, problem.Message); }
        }
    }
    internal void BeginRun(Agent a) {
        a.Ints[evaluations] = 0;
        for (int k = 0; k < seen.Length; k++) a.Ints[seen[k]] = 0;
    }
    /// <summary>Walk from the top to a leaf; return its row, or null where there is no answer.</summary>
    internal Row Evaluate(Agent a) {
        int evaluation = unchecked(a.Ints[evaluations] += 1);
        Row row = top;
        for (int steps = 0; steps <= a.Outcomes.Length; steps++) {
            var question = row as QuestionRow;
            if (question == null) return row;
            int branch = -1;
            try { branch = question.Answer(a, evaluation); } catch (Failure problem) { a.Note(row, problem.Message); }
            a.Outcomes[row.Index] = question.OutcomeOf(branch);
            if (branch < 0) return null;
            if (question.IsAnswer) return row;
            row = question.Branches[branch];
        }
        throw new MindError("The questions of a decision tree go in a circle.");
    }
}

/// <summary>A row of a decision tree that is asked, or that is an answer.</summary>
internal abstract class QuestionRow : Row {
    private const byte NoAnswer = 1, FirstBranch = 2, Answered = 255;
    internal Row[] Branches;
    internal bool IsAnswer;
    internal string Outcome;
    internal override bool IsNode => false;
    /// <summary>Return the place of a branch, -1 for none.</summary>
    internal abstract int Answer(Agent a, int evaluation);
    internal byte OutcomeOf(int branch) => branch < 0 ? NoAnswer : IsAnswer ? Answered : (byte)(FirstBranch + branch);
}

internal sealed class AskTestRow : QuestionRow {
    private Expr test;
    private int onTrue, onFalse;
    internal override void Build(Program p, Json data) {
        test = p.Run(data["test"]); onTrue = data.At("on_true"); onFalse = data.At("on_false");
    }
    internal override int Answer(Agent a, int evaluation) => test.Test(a) ? onTrue : onFalse;
}

internal sealed class AskRangesRow : QuestionRow {
    private Expr value;
    private double[] upto;
    private bool[] closed;
    internal override void Build(Program p, Json data) {
        value = p.Run(data["value"]); upto = data.Map("bounds", each => each.Number("upto", double.NaN));
        closed = data.Map("bounds", each => each.Flag("closed"));
    }
    internal override int Answer(Agent a, int evaluation) {
        double found = value.Number(a);
        int k = 0;
        while (k < upto.Length && !(found < upto[k] || (closed[k] && found == upto[k]))) k++;
        return k;
    }
}

internal sealed class AskSwitchRow : QuestionRow {
    private Cases cases;
    internal override void Build(Program p, Json data) { cases = p.CasesOf(data); }
    internal override int Answer(Agent a, int evaluation) => cases.Find(a);
}

internal sealed class AskFirstOfRow : QuestionRow {
    private Expr[] tests;
    private int[] branches;
    private int other;
    internal override void Build(Program p, Json data) {
        tests = p.Runs(data, "tests"); other = data.At("default");
        branches = Cases.Branches(tests.Length, other);
    }
    internal override int Answer(Agent a, int evaluation) {
        for (int k = 0; k < tests.Length; k++) if (tests[k].Test(a)) return branches[k];
        return other;
    }
}

internal sealed class AskTableRow : QuestionRow {
    private Expr[][] cells;
    private int[] branches;
    private int other;
    private bool unique;
    internal override void Build(Program p, Json data) {
        cells = data.Map("cells", line => line.MapItems(p.Run)); other = data.At("default");
        unique = data.Flag("unique");
        branches = Cases.Branches(cells.Length, other);
    }
    internal override int Answer(Agent a, int evaluation) {
        int hit = -1;
        for (int k = 0; k < cells.Length && (hit < 0 || unique); k++) {
            if (!IsTrue(cells[k], a)) continue;
            if (hit >= 0)
                throw new Failure("Rows " + (hit + 1) + " and " + (branches[k] + 1) + " both match; only one may.");
            hit = branches[k];
        }
        return hit < 0 ? other : hit;
    }
    private static bool IsTrue(Expr[] line, Agent a) {
        for (int k = 0; k < line.Length; k++) if (!line[k].Test(a)) return false;
        return true;
    }
}

internal sealed class AskRandomRow : QuestionRow {
    private double[] weights;
    private Count timeout;
    private int kept, drawn, due, draws;
    internal int Seen;
    internal override void Build(Program p, Json data) {
        weights = data.NumbersOf("weights");
        timeout = data["timeout"] == null ? null : p.CountOf(data["timeout"]);
        kept = data.At("kept"); Seen = data.At("seen"); drawn = data.At("drawn"); due = data.At("due");
        draws = data.At("draws");
    }
    internal override int Answer(Agent a, int evaluation) {
        int[] ints = a.Ints;
        bool goesOn = ints[Seen] != 0 && ints[Seen] == evaluation - 1 && evaluation < ints[due] && ints[kept] >= 0;
        if (!goesOn) {
            int evaluations = timeout == null ? Numbers.MostTicks : timeout.Of(a);
            Array.Copy(weights, a.Minds.Weights(weights.Length), weights.Length);
            int branch = RandomDraws.Weighted(a, Stream, draws, weights.Length);
            if (branch < 0) return -1;
            ints[kept] = branch;
            ints[drawn] = evaluation;
            ints[due] = (int)Math.Min((long)evaluation + evaluations, Numbers.MostTicks);
        }
        ints[Seen] = evaluation;
        return ints[kept];
    }
}

internal sealed class AskTreeRow : QuestionRow {
    private Bindings bindings;
    internal override void Build(Program p, Json data) { bindings = p.BindingsOf(data); }
    internal override int Answer(Agent a, int evaluation) { bindings.Bind(a); return 0; }
}

internal sealed class AskNothingRow : QuestionRow {
    internal override int Answer(Agent a, int evaluation) => -1;
}

internal sealed class AnswerOutcomeRow : QuestionRow {
    internal override int Answer(Agent a, int evaluation) => 0;
}

internal sealed class AnswerValueRow : QuestionRow {
    private Expr value;
    internal override void Build(Program p, Json data) { value = p.Run(data["value"]); }
    internal override int Answer(Agent a, int evaluation) { value.Of(a); return 0; }
}

// ---- State machines ------------------------------------------------------------------------------------------------

/// <summary>An event in the queue of a machine, or the completion of a state.</summary>
internal struct Item {
    internal readonly Event Event; // null for a completion
    internal readonly StateRow State;
    internal readonly int Activation;
    private readonly Status status;
    internal Item(Event of) { Event = of; State = null; Activation = 0; status = Status.Idle; }
    internal Item(StateRow state, Status status, int activation) {
        Event = null; State = state; Activation = activation; this.status = status;
    }
    internal string Name => State == null ? Event.Name : status == Status.Failure ? "done.failure" : "done.success";
    internal bool IsOver(Agent a) => State != null && (!State.IsActive(a) || a.Ints[State.Activation] != Activation);
}

/// <summary>A transition that waits, with the event it was enabled by and the triggers it consumed.</summary>
internal sealed class Pending {
    internal int Source, Transition, Since, Due;
    internal Event Event;
    internal int[] Armed;
}

/// <summary>An event that waits.</summary>
internal sealed class Delayed {
    internal int Due, Machine, State;
    internal string Id;
    internal Event Event;
}

/// <summary>Times of a transition: its `after`, `cooldown` or `delay`.</summary>
internal sealed class Timing {
    internal Duration Time, Jitter;
    internal int Length, EnabledFrom, ReadyFrom, Draws;
    internal bool Recheck;
    internal Timing(Program p, Json data) {
        Time = p.DurationOf(data["time"]); Jitter = p.DurationOf(data["jitter"]); Length = data.At("length");
        EnabledFrom = data.At("enabled_from"); ReadyFrom = data.At("ready_from"); Draws = data.At("draws");
        Recheck = data.Flag("recheck");
    }
    /// <summary>Return its ticks; where it fails that is told.</summary>
    internal int Ticks(TransitionRow row, Agent a, int otherwise) {
        try { return Time.Ticks(a); } catch (Failure problem) { row.Failed(problem, this, a); return otherwise; }
    }
    internal void Start(int ticks, Agent a) { a.Ints[Length] = ticks; a.Ints[EnabledFrom] = a.After(ticks); }
}

internal sealed class Group {
    internal Row[] Members;
    internal int Draws;
}

/// <summary>A machine or a state: what has states and transitions.</summary>
internal abstract class OwnerRow : Row {
    internal StateRow[] States, Histories, Initial;
    internal TransitionRow[] Transitions, Interrupts, Timed;
    internal Line[] InitialActions;
    internal int Entered;
    internal OwnerRow[] Chain; // from the machine to this
    internal override void Build(Program p, Json data) {
        States = p.RowsOf<StateRow>(data, "states", this); Histories = p.RowsOf<StateRow>(data, "histories", this);
        Initial = p.RowsOf<StateRow>(data, "initial", null);
        Transitions = p.RowsOf<TransitionRow>(data, "transitions", null);
        Interrupts = p.RowsOf<TransitionRow>(data, "interrupts", null);
        InitialActions = p.Block(data, "initial_actions", this); Entered = data.At("entered");
        OwnerRow[] around = Op == "machine" ? new OwnerRow[0] : ((OwnerRow)Parent).Chain;
        Chain = new OwnerRow[around.Length + 1];
        around.CopyTo(Chain, 0);
        Chain[around.Length] = this;
        var timed = new List<TransitionRow>();
        foreach (TransitionRow each in Transitions) if (p.IsTimed(each)) timed.Add(each);
        foreach (TransitionRow each in Interrupts) if (p.IsTimed(each)) timed.Add(each);
        Timed = timed.ToArray();
    }
    /// <summary>Fix from which tick on its timed transitions are enabled, as it was just entered.</summary>
    internal void StartTimers(Agent a) {
        foreach (TransitionRow each in Timed) each.After.Start(each.After.Ticks(each, a, Numbers.MostTicks), a);
    }
    internal bool HoldsAll(List<StateRow> states) {
        foreach (StateRow each in states) if (!each.IsBelow(this)) return false;
        return true;
    }
}

internal sealed class StateRow : OwnerRow {
    internal struct Place {
        internal StateRow State;
        internal int Byte;
    }
    internal string Kind;
    internal int Completed, Activation, EndedPlace;
    internal bool Transient, HasActivity, Loops, IsHistory, HasDecision;
    internal Status Final; // the status of a final state
    internal Line[] Entry, Update, Exit, DefaultActions;
    private Row activity;
    private Bindings bindings;
    private Fresh fresh;
    internal Place[] Places = new Place[0]; // of a history
    internal StateRow[] Default;
    private DecisionTreeRow decision;
    private int answeredIn, answeredFor; // the tick of the machine and the activation that `answer` is for
    private string answer;
    internal override bool IsNode => false;
    internal bool IsCompound => States.Length > 0 && Kind == "state";
    internal bool IsActive(Agent a) => a.Bytes[Index] != 0;
    internal bool IsBelow(Row above) => above.Index < Index && Index < above.End;
    internal bool IsAtomicNow(Agent a) {
        foreach (StateRow each in States) if (each.IsActive(a)) return false;
        return true;
    }
    internal override void Build(Program p, Json data) {
        base.Build(p, data);
        Kind = data.Word("kind", "state"); Completed = data.At("completed"); Activation = data.At("activation");
        Transient = data.Flag("transient"); Final = p.ResultOf(data, "status"); Entry = p.Block(data, "entry", this);
        Update = p.Block(data, "update", this); Exit = p.Block(data, "exit", this);
        Json own = data["activity"], past = data["history"], asked = data["decision"];
        if (HasActivity = own != null) {
            activity = p.Below(this, new[] { own.At("row") })[0];
            bindings = p.BindingsOf(own); fresh = p.FreshOf(own, "fresh", true); EndedPlace = own.At("ended");
            Loops = own.Flag("loop");
        }
        if (IsHistory = past != null) {
            Places = past.Map("places", each =>
                new Place { State = (StateRow)p.Row(each.IntAt(0)), Byte = each.IntAt(1) });
            Default = p.RowsOf<StateRow>(past, "default", null);
            DefaultActions = p.Block(past, "default_actions", this);
        }
        if (HasDecision = asked != null) {
            decision = (DecisionTreeRow)p.Row(asked.At("tree"));
            bindings = p.BindingsOf(asked);
        }
    }
    /// <summary>Replace histories by what they remember, or by their defaults.</summary>
    internal static void AddEffective(StateRow[] targets, List<StateRow> found, Agent a, int depth = 0) {
        if (depth > 100) throw new MindError("The histories of a machine go in a circle.");
        foreach (StateRow target in targets) {
            if (!target.IsHistory) { found.Add(target); continue; }
            bool any = false;
            foreach (Place each in target.Places) {
                if (a.Bytes[each.Byte] == 0) continue;
                any = true;
                found.Add(each.State);
            }
            if (!any) AddEffective(target.Default, found, a, depth + 1);
        }
    }
    internal void Leave(Agent a) {
        a.State = this;
        if (HasActivity) { activity.Halt(a); activity.Clear(a); }
        a.Forget(Index);
        for (int k = a.Delayed.Count - 1; k >= 0; k--) if (a.Delayed[k].State == Index) a.Delayed.RemoveAt(k);
        a.State = this;
        Machine.RunBlock(Exit, a);
        a.Bytes[Index] = 0;
        Uncomplete(a);
        a.Outcomes[Index] = a.Outcomes[Index] == MachineRow.WasEntered ? MachineRow.Passed : MachineRow.WasExited;
    }
    internal void GoInto(Agent a) {
        byte before = a.Outcomes[Index];
        a.Bytes[Index] = (byte)Status.Running;
        a.Bytes[Completed] = 0;
        a.Ints[Entered] = a.Now;
        unchecked { a.Ints[Activation] += 1; }
        a.State = this;
        bool again = before == MachineRow.WasExited || before == MachineRow.Reentered;
        a.Outcomes[Index] = again ? MachineRow.Reentered : MachineRow.WasEntered;
        Machine.Fresh.Add(this);
        if (HasActivity) { a.Bytes[EndedPlace] = 0; fresh.Write(a); }
        Machine.RunBlock(Entry, a);
        StartTimers(a);
        if (Final == Status.Idle) return;
        if (Parent == Machine) Machine.FinalStatus = Final;
        else ((StateRow)Parent).Complete(Final, Machine.Queue, a);
    }
    /// <summary>Note that it completed, and queue that and the completions of parallel states that it
    /// completes.</summary>
    private void Complete(Status status, List<Item> queue, Agent a) {
        a.Bytes[Completed] = (byte)status;
        queue.Add(new Item(this, status, a.Ints[Activation]));
        var around = Parent as StateRow;
        if (around == null || around.Kind != "parallel") return;
        Status all = Status.Success;
        foreach (StateRow each in around.States) {
            if (a.Bytes[each.Completed] == 0) return;
            if (a.Bytes[each.Completed] == (byte)Status.Failure) all = Status.Failure;
        }
        around.Complete(all, queue, a);
    }
    /// <summary>Take back the completion that a state which is left had given to its owner.</summary>
    private void Uncomplete(Agent a) {
        if (Parent == Machine) return;
        var around = (StateRow)Parent;
        if (Final == Status.Idle && around.Kind != "parallel") return;
        if (around.HasActivity && a.Bytes[around.EndedPlace] != 0) return;
        a.Bytes[around.Completed] = 0;
        around.Uncomplete(a);
    }
    internal void TickActivity(Agent a) {
        if (a.Bytes[EndedPlace] != 0 || a.VisitsLeft <= 0) return;
        Status result = Status.Failure;
        bool bound = false;
        try {
            bindings.Bind(a);
            bound = true;
        } catch (Failure problem) {
            a.Note(this, problem.Message);
            Machine.TakeFailure(bindings);
        }
        if (bound) result = activity.VisitRoot(a);
        else activity.Halt(a);
        a.State = this;
        if (result != Status.Success && result != Status.Failure) return;
        if (!Loops) a.Bytes[EndedPlace] = 1;
        Complete(result, Machine.Completions, a);
    }
    /// <summary>Return the outcome that the decision of a choice gives, once for each time the choice is
    /// entered.</summary>
    internal string Answer(Agent a) {
        int activation = a.Ints[Activation];
        if (answeredIn != Machine.Ticks || answeredFor != activation) {
            answer = Decide(a);
            answeredIn = Machine.Ticks;
            answeredFor = activation;
        }
        return answer;
    }
    private string Decide(Agent a) {
        try { bindings.Bind(a); } catch (Failure problem) { a.Note(this, problem.Message); return null; }
        decision.BeginRun(a);
        var leaf = decision.Evaluate(a) as AnswerOutcomeRow;
        return leaf == null ? null : leaf.Outcome;
    }
}

internal sealed class TransitionRow : Row {
    private const byte GuardFalse = 1, TrueButLost = 2, IsPending = 3;
    internal const byte Taken = 4;
    internal OwnerRow Source;
    internal StateRow[] Targets;
    internal TransitionRow[] Members; // of its group, or itself
    internal Timing After, Cooldown, Delay;
    internal Test Asked; // its guard
    internal Line[] Actions;
    internal bool IsInterrupt, IsPolled, IsEventless, Reenters;
    private OwnerRow domain;
    private bool isInternal, isElse;
    private string outcome;
    private string[] events, prefixes;
    private Group group;
    private Expr weight;
    private int askedIn; // the number of a selection: each entry is asked once in it
    private TransitionRow offer;
    internal override bool IsNode => false;
    internal override void Build(Program p, Json data) {
        string[] all = data.Texts("events");
        events = Array.FindAll(all, each => each != "tick" && each != "always");
        prefixes = Array.ConvertAll(events, each => each + ".");
        IsPolled = Array.IndexOf(all, "tick") >= 0;
        IsEventless = Array.IndexOf(all, "always") >= 0;
        isInternal = data.Flag("internal"); IsInterrupt = data.Flag("interrupt"); Reenters = data.Flag("reenter");
        isElse = data.Flag("else"); outcome = data.Word("outcome", null);
        After = data["after"] == null ? null : new Timing(p, data["after"]);
        Cooldown = data["cooldown"] == null ? null : new Timing(p, data["cooldown"]);
        Delay = data["delay"] == null ? null : new Timing(p, data["delay"]);
        Source = (OwnerRow)p.Row(data.At("source"));
        Targets = p.RowsOf<StateRow>(data, "targets", null);
        domain = data["domain"] == null ? null : (OwnerRow)p.Row(data.At("domain"));
        group = data["group"] == null ? null : p.GroupOf(data.At("group"));
        Members = group == null ? new[] { this } : Array.ConvertAll(group.Members, each => (TransitionRow)each);
        Asked = data["guard"] == null ? null : p.TestOf(data["guard"]);
        Actions = p.Block(data, "actions", this); weight = p.RunOr(data, "weight", 1);
    }
    internal bool Matches(string name) {
        for (int k = 0; k < events.Length; k++) {
            if (events[k] == "*" || events[k] == name) return true;
            if (name.StartsWith(prefixes[k], StringComparison.Ordinal)) return true;
        }
        return false;
    }
    internal OwnerRow DomainOf(Agent a) {
        if (domain != null || Targets.Length == 0) return domain;
        if (Source == Machine) return Machine;
        List<StateRow> inner = Machine.Inner;
        inner.Clear();
        StateRow.AddEffective(Targets, inner, a);
        var own = (StateRow)Source;
        if ((isInternal || IsInterrupt) && own.IsCompound && own.HoldsAll(inner)) return own;
        for (Row each = Source.Parent; each != Machine; each = each.Parent) {
            var state = (StateRow)each;
            if (state.IsCompound && state.HoldsAll(inner)) return state;
        }
        return Machine;
    }
    /// <summary>Tell whether a state would be left by this transition and by another.</summary>
    internal bool ExitsMeet(TransitionRow other, Agent a) {
        OwnerRow own = DomainOf(a), theirs = other.DomainOf(a);
        if (own == null || theirs == null) return false;
        foreach (StateRow each in Machine.AllStates)
            if (each.IsActive(a) && each.IsBelow(own) && each.IsBelow(theirs)) return true;
        return false;
    }
    internal void Execute(Event by, Agent a) {
        Event current = a.Event;
        a.Outcomes[Index] = Taken;
        if (Cooldown != null) a.Ints[Cooldown.ReadyFrom] = a.After(Cooldown.Ticks(this, a, 0));
        Timing after = Members[0].After;
        if (group != null && Targets.Length == 0 && after != null) after.Start(a.Ints[after.Length], a);
        a.State = Source;
        if (by != null) a.Event = by;
        Machine.RunBlock(Actions, a);
        a.Event = current;
    }

    // -- whether it is enabled
    /// <summary>Tell of an expression that failed.</summary>
    internal void Failed(Failure problem, object code, Agent a) {
        a.Note(this, problem.Message);
        Machine.TakeFailure(code);
    }
    /// <summary>Note what came of it in this tick; return false.</summary>
    internal bool Note(Agent a, byte outcome) {
        if (a.Outcomes[Index] < outcome) a.Outcomes[Index] = outcome;
        return false;
    }
    private bool NoteMembers(Agent a, byte outcome) {
        for (int k = 0; k < Members.Length; k++) Members[k].Note(a, outcome);
        return false;
    }
    private bool IsDue(Agent a) => After == null || a.Now >= a.Ints[After.EnabledFrom] || NoteMembers(a, GuardFalse);
    private bool IsReady(Agent a) => Cooldown == null || a.Now >= a.Ints[Cooldown.ReadyFrom] || Note(a, GuardFalse);
    private bool GuardHolds(Agent a) {
        bool isTrue = true;
        if (Asked != null) {
            a.State = Source;
            try {
                Pending waiting = Asked.Triggers.Length == 0 ? null : Members[0].Waiting(a);
                isTrue = Asked.Ask(a, waiting == null ? Trigger.None : waiting.Armed);
            } catch (Failure problem) {
                isTrue = false;
                Failed(problem, Asked, a);
            }
            if (Asked.Triggers.Length > 0) a.Reads[this] = isTrue ? a.Armed : Trigger.None;
        }
        Note(a, isTrue ? TrueButLost : GuardFalse);
        return isTrue;
    }
    /// <summary>Fill in what of an entry is enabled, its event apart, with its weights in a draw.</summary>
    private List<TransitionRow> FindEnabled(Agent a) {
        List<TransitionRow> enabled = Machine.Enabled;
        enabled.Clear();
        Machine.Weights.Clear();
        for (int k = 0; k < Members.Length; k++)
            if (Members[k].IsReady(a) && Members[k].GuardHolds(a)) enabled.Add(Members[k]);
        if (group == null) return enabled;
        int kept = 0;
        for (int k = 0; k < enabled.Count; k++) {
            double found = enabled[k].WeightNow(a);
            if (!(found > 0)) continue;
            enabled[kept++] = enabled[k];
            Machine.Weights.Add(found);
        }
        enabled.RemoveRange(kept, enabled.Count - kept);
        return enabled;
    }
    private double WeightNow(Agent a) {
        try {
            double value = weight.Number(a);
            if (!(value < 0)) return value;
            throw new Failure("A weight is 0 or more, but it is " + JsonText.OfNumber(value) + ".");
        } catch (Failure problem) { Failed(problem, this, a); return 0; }
    }
    /// <summary>Return one of the enabled members of an entry, that of a group drawn; null for none.</summary>
    private TransitionRow DrawMember(List<TransitionRow> enabled, Agent a) {
        if (group == null || enabled.Count == 0) return enabled.Count == 0 ? null : enabled[0];
        Machine.Weights.CopyTo(a.Minds.Weights(enabled.Count));
        try {
            return enabled[RandomDraws.Weighted(a, Source.Stream, group.Draws, enabled.Count)];
        } catch (Failure problem) { Failed(problem, group, a); return null; }
    }
    /// <summary>Tell whether it may be taken as far as the decision tree of its source is concerned.</summary>
    private bool IsAnswer(Agent a) {
        var choice = Source as StateRow;
        if (choice == null || !choice.HasDecision) return true;
        string answer = choice.Answer(a);
        return isElse || (answer != null && outcome == answer) || NoteMembers(a, GuardFalse);
    }

    // -- delays
    /// <summary>Return what waits for an entry, null for nothing.</summary>
    private Pending Waiting(Agent a) {
        Pending waiting = a.PendingOf(Source.Index);
        return waiting != null && waiting.Transition == Index ? waiting : null;
    }
    private void StartPending(Agent a) {
        int ticks;
        try {
            int time = Delay.Time.Ticks(a), by = Delay.Jitter.Ticks(a);
            ticks = RandomDraws.Spread(a, Stream, Delay.Draws, time, by);
        } catch (Failure problem) {
            Failed(problem, Delay, a);
            Note(a, TrueButLost);
            return;
        }
        int[] armed = Trigger.None;
        foreach (TransitionRow each in Members) {
            int[] read;
            if (a.Reads.TryGetValue(each, out read)) foreach (int place in read) armed = a.Program.Joined(armed, place);
        }
        if (armed.Length > 1) Array.Sort(armed = (int[])armed.Clone());
        a.Wait(new Pending {
            Source = Source.Index, Transition = Index, Since = a.Now, Due = a.After(ticks), Event = a.Event,
            Armed = armed,
        });
        Machine.Postponed.Add(this);
        Note(a, IsPending);
    }
    /// <summary>Take it out of those that wait, and return the event it was enabled by.</summary>
    internal Event TakePending(Agent a) {
        TransitionRow first = Members[0];
        Pending waiting = first.Delay == null ? null : first.Waiting(a);
        if (waiting == null) return null;
        a.Forget(first.Source.Index);
        return waiting.Event;
    }
    /// <summary>Tell whether it goes on waiting: its guard is true still, or not asked.</summary>
    internal bool GoesOn(Event by, Agent a) {
        a.Event = by;
        bool isFalse = Delay.Recheck;
        for (int k = 0; isFalse && k < Members.Length; k++) if (Members[k].GuardHolds(a)) isFalse = false;
        a.Event = null;
        Note(a, isFalse ? GuardFalse : IsPending);
        return !isFalse;
    }

    // -- what it offers in a selection
    /// <summary>Return the first transition that one of these entries offers in this selection, or null.</summary>
    internal static TransitionRow FirstOffered(TransitionRow[] entries, Agent a) {
        for (int k = 0; k < entries.Length; k++) {
            TransitionRow offered = entries[k].Offered(a);
            if (offered != null) return offered;
        }
        return null;
    }
    internal TransitionRow Offered(Agent a) {
        if (askedIn != Machine.Selections) {
            askedIn = Machine.Selections;
            offer = null;
            offer = Delay == null ? OfferedAtOnce(a) : OfferedDelayed(a);
        }
        return offer;
    }
    private TransitionRow OfferedAtOnce(Agent a) {
        if (!Machine.Asks(this) || !IsAnswer(a) || !IsDue(a)) return null;
        return DrawMember(FindEnabled(a), a);
    }
    private TransitionRow OfferedDelayed(Agent a) {
        Pending waiting = a.PendingOf(Source.Index);
        if (waiting == null) {
            if (!Machine.Asks(this) || !IsDue(a) || FindEnabled(a).Count == 0) return null;
            if (group == null && IsThereAlready(a)) return this;
            StartPending(a);
            return null;
        }
        if (waiting.Transition != Index || !Machine.TakesPending || a.Now < waiting.Due) return null;
        if (group == null) return this;
        a.Event = waiting.Event;
        TransitionRow drawn = DrawMember(FindEnabled(a), a);
        a.Event = null;
        return drawn;
    }
    internal bool IsThereAlready(Agent a) {
        if (!IsInterrupt || Reenters || Targets.Length == 0) return false;
        List<StateRow> inner = Machine.Inner;
        inner.Clear();
        StateRow.AddEffective(Targets, inner, a);
        for (int k = 0; k < inner.Count; k++) if (!inner[k].IsActive(a)) return false;
        return true;
    }
    internal void NoteLost(Agent a) { Note(a, TrueButLost); }
    /// <summary>Consume what let it in.</summary>
    internal void Consume(Agent a) {
        int[] read;
        if (a.Reads.Count == 0 || !a.Reads.TryGetValue(this, out read)) return;
        Trigger.Consume(read, a);
        a.Reads.Remove(this);
    }
}

/// <summary>The states to enter: below each domain one way leads down to the targets, and to what they need.</summary>
internal sealed class EntryPlan {
    internal readonly List<StateRow> States = new List<StateRow>();
    internal readonly List<StateRow> ByDefault = new List<StateRow>(); // compounds whose initial states are entered
    internal readonly List<StateRow> DefaultHistories = new List<StateRow>(); // those that remember nothing
    private readonly List<StateRow> goals = new List<StateRow>();
    internal void Clear() { States.Clear(); ByDefault.Clear(); DefaultHistories.Clear(); goals.Clear(); }
    internal void Add(OwnerRow domain, StateRow[] targets, Agent a) {
        Aim(targets, a, 0);
        foreach (StateRow child in domain.States) if (HoldsGoal(child) && !States.Contains(child)) AddState(child, a);
        Sort(States);
    }
    /// <summary>Sort rows as they stand in the document; most are in order already.</summary>
    internal static void Sort<T>(List<T> rows) where T : Row {
        for (int k = 1; k < rows.Count; k++) {
            T row = rows[k];
            int place = k;
            for (; place > 0 && rows[place - 1].Index > row.Index; place--) rows[place] = rows[place - 1];
            rows[place] = row;
        }
    }
    private void Aim(StateRow[] targets, Agent a, int depth) {
        if (depth > 100) throw new MindError("The histories of a machine go in a circle.");
        foreach (StateRow target in targets) {
            if (!target.IsHistory) { goals.Add(target); continue; }
            bool any = false;
            foreach (StateRow.Place each in target.Places) {
                if (a.Bytes[each.Byte] == 0) continue;
                any = true;
                goals.Add(each.State);
            }
            if (any) continue;
            DefaultHistories.Add(target);
            Aim(target.Default, a, depth + 1);
        }
    }
    private void AddState(StateRow state, Agent a) {
        if (!state.IsActive(a)) States.Add(state);
        if (state.Kind == "parallel") foreach (StateRow region in state.States) AddState(region, a);
        if (!state.IsCompound) return;
        StateRow inner = WithGoal(state);
        if (inner == null) {
            if (!ByDefault.Contains(state)) ByDefault.Add(state);
            Aim(state.Initial, a, 0);
            inner = WithGoal(state);
        }
        AddState(inner, a);
    }
    private StateRow WithGoal(StateRow state) {
        foreach (StateRow each in state.States) if (HoldsGoal(each)) return each;
        return null;
    }
    private bool HoldsGoal(StateRow state) {
        for (int k = 0; k < goals.Count; k++) if (goals[k] == state || goals[k].IsBelow(state)) return true;
        return false;
    }
}

/// <summary>A machine. The lists are for the tick that is under way: they are kept, so that a tick makes
/// none.</summary>
internal sealed class MachineRow : OwnerRow {
    internal const byte Active = 1, WasEntered = 2, WasExited = 3, Reentered = 4, Passed = 5; // outcomes of states
    private enum Asking : byte { Events, Eventless, Polled }
    private static readonly Event ExecutionError = new Event("error.execution");
    internal StateRow[] AllStates;
    private TransitionRow[] allTransitions;
    private bool hasEventless;

    // of its tick
    private bool works, stopping, inMacrostep;
    internal int Ticks; // numbers them
    internal Status FinalStatus; // once the machine has ended
    private int rounds; // of the macrostep
    internal readonly List<Item> Queue = new List<Item>(); // events and completions of the macrostep, from `next` on
    private int next;
    private readonly List<Item> later = new List<Item>(); // raised by updates and activities
    internal readonly List<Item> Completions = new List<Item>(); // of activities
    internal List<StateRow> Fresh = new List<StateRow>(); // states entered since it was last emptied
    private List<StateRow> entered = new List<StateRow>(); // those of step 4
    private readonly List<StateRow> only = new List<StateRow>();
    private readonly List<object> failed = new List<object>(); // code that failed in the macrostep

    // of its selection
    internal int Selections; // numbers them
    private Asking asking;
    private Item asked;
    internal bool TakesPending;
    internal readonly List<TransitionRow> Postponed = new List<TransitionRow>(); // became pending in the selection
    internal readonly List<TransitionRow> Enabled = new List<TransitionRow>();
    internal readonly List<double> Weights = new List<double>();
    internal readonly List<StateRow> Inner = new List<StateRow>();
    private readonly List<TransitionRow> picked = new List<TransitionRow>(), interrupts = new List<TransitionRow>(),
        kept = new List<TransitionRow>();

    // of its microstep
    private readonly List<OwnerRow> domains = new List<OwnerRow>();
    private readonly List<Event> events = new List<Event>();
    private readonly List<StateRow> exited = new List<StateRow>();
    private readonly List<OwnerRow> owners = new List<OwnerRow>();
    private readonly EntryPlan plan = new EntryPlan();
    internal override bool IsNode => true;
    internal bool Takes => works && !stopping;
    internal override void Build(Program p, Json data) {
        base.Build(p, data);
        AllStates = p.RowsOf<StateRow>(data, "all_states", this);
        allTransitions = p.RowsOf<TransitionRow>(data, "all_transitions", null);
        hasEventless = data.Flag("eventless");
    }
    internal override void Enter(Agent a) { a.Ints[Entered] = -1; ForgetAll(a); }
    internal override void Stop(Agent a) { ExitAll(a); }
    internal void TakeRaised(Item item) { if (Takes) (inMacrostep ? Queue : later).Add(item); }
    /// <summary>Raise `error.execution`, once per macrostep and piece of code.</summary>
    internal void TakeFailure(object code) {
        if (!works || failed.Contains(code)) return;
        failed.Add(code);
        TakeRaised(new Item(ExecutionError));
    }
    internal void RunBlock(Line[] block, Agent a) {
        Line wrong = block.Length == 0 ? null : Line.RunBlock(block, a);
        if (wrong != null) TakeFailure(wrong);
    }
    private void BeginMacrostep() { failed.Clear(); inMacrostep = true; rounds = 0; }

    // -- microsteps
    private void Microstep(List<TransitionRow> transitions, Agent a) {
        domains.Clear();
        events.Clear();
        exited.Clear();
        for (int k = 0; k < transitions.Count; k++) domains.Add(transitions[k].DomainOf(a));
        for (int k = 0; k < transitions.Count; k++) events.Add(transitions[k].TakePending(a));
        foreach (StateRow state in AllStates) if (state.IsActive(a) && IsExited(state)) exited.Add(state);
        LeaveExited(a);
        for (int k = 0; k < transitions.Count; k++) transitions[k].Execute(events[k], a);
        plan.Clear();
        for (int k = 0; k < transitions.Count; k++)
            if (domains[k] != null) plan.Add(domains[k], transitions[k].Targets, a);
        EnterStates(a);
    }
    /// <summary>Leave the states in `exited`, after their histories remember what is active.</summary>
    private void LeaveExited(Agent a) {
        for (int k = 0; k < exited.Count; k++)
            foreach (StateRow history in exited[k].Histories)
                foreach (StateRow.Place each in history.Places)
                    a.Bytes[each.Byte] = each.State.IsActive(a) ? (byte)1 : (byte)0;
        for (int k = exited.Count - 1; k >= 0; k--) exited[k].Leave(a);
    }
    private bool IsExited(StateRow state) {
        for (int k = 0; k < domains.Count; k++) if (domains[k] != null && state.IsBelow(domains[k])) return true;
        return false;
    }
    private void EnterStates(Agent a) {
        owners.Clear();
        for (int k = 0; k < plan.DefaultHistories.Count; k++) {
            var owner = (OwnerRow)plan.DefaultHistories[k].Parent;
            if (!owners.Contains(owner) && !plan.States.Contains(owner as StateRow)) owners.Add(owner);
        }
        EntryPlan.Sort(owners);
        for (int k = 0; k < owners.Count; k++) RunDefaults(owners[k], a);
        for (int k = 0; k < plan.States.Count; k++) {
            StateRow state = plan.States[k];
            state.GoInto(a);
            if (plan.ByDefault.Contains(state)) RunBlock(state.InitialActions, a);
            RunDefaults(state, a);
        }
    }
    private void RunDefaults(OwnerRow owner, Agent a) {
        for (int k = 0; k < plan.DefaultHistories.Count; k++) {
            StateRow history = plan.DefaultHistories[k];
            if (history.Parent != owner) continue;
            a.State = owner;
            RunBlock(history.DefaultActions, a);
        }
    }

    // -- selection
    internal bool Asks(TransitionRow entry) {
        if (asking == Asking.Eventless) return entry.IsEventless;
        if (asking == Asking.Polled) return entry.IsPolled;
        return entry.Matches(asked.Name) && (asked.State == null || entry.Source == asked.State);
    }
    private void BeginSelection(Asking which, bool takesPending) {
        unchecked { Selections += 1; }
        asking = which; TakesPending = takesPending;
        Postponed.Clear();
        picked.Clear();
        interrupts.Clear();
    }
    /// <summary>Consume what let transitions in that were picked or became pending; return those picked.</summary>
    private List<TransitionRow> EndSelection(List<TransitionRow> found, Agent a) {
        for (int k = 0; k < found.Count; k++) found[k].Consume(a);
        for (int k = 0; k < Postponed.Count; k++) foreach (TransitionRow each in Postponed[k].Members) each.Consume(a);
        return found;
    }
    /// <summary>Forget pending transitions whose guard is false by now, interrupts or ordinary ones.</summary>
    private void RecheckPending(bool isInterrupt, Agent a) {
        for (int k = 0; k < a.Pendings.Count; k++) {
            Pending waiting = a.Pendings[k];
            var entry = (TransitionRow)a.Program.Rows[waiting.Transition];
            if (entry.Machine != this || entry.IsInterrupt != isInterrupt) continue;
            if (!entry.GoesOn(waiting.Event, a)) { a.Pendings.RemoveAt(k); k--; }
        }
    }
    /// <summary>Select for an event, offered to interrupts and transitions, or for a completion of a state.</summary>
    private List<TransitionRow> SelectForEvent(Item item, Agent a) {
        BeginSelection(Asking.Events, false);
        asked = item;
        if (item.State == null) PickInterrupts(a);
        PickInnerFirst(a);
        int own = interrupts.Count;
        for (int k = 0; k < picked.Count; k++) {
            if (IsStopped(picked[k], own, a)) picked[k].NoteLost(a);
            else interrupts.Add(picked[k]);
        }
        return EndSelection(interrupts, a);
    }
    /// <summary>Tell whether one of the first picked interrupts exits a source, or what its transition exits.</summary>
    private bool IsStopped(TransitionRow each, int count, Agent a) {
        for (int k = 0; k < count; k++) {
            OwnerRow domain = interrupts[k].DomainOf(a);
            if (domain == null) continue;
            var source = each.Source as StateRow;
            if ((source != null && source.IsBelow(domain)) || each.ExitsMeet(interrupts[k], a)) return true;
        }
        return false;
    }
    /// <summary>Walk from each active atomic state to the machine; the first that is offered ends a walk.</summary>
    private void PickInnerFirst(Agent a) {
        foreach (StateRow atomic in AllStates) {
            if (!atomic.IsActive(a) || !atomic.IsAtomicNow(a)) continue;
            TransitionRow found = null;
            for (int k = atomic.Chain.Length - 1; k >= 0 && found == null; k--)
                found = TransitionRow.FirstOffered(atomic.Chain[k].Transitions, a);
            if (found != null && !picked.Contains(found)) picked.Add(found);
        }
        DropLosers(false, a);
    }
    /// <summary>Walk from the machine to each active atomic state; one without targets does not end a walk.</summary>
    private void PickOuterFirst(bool isFirst, Agent a) {
        foreach (StateRow atomic in AllStates) {
            if (!atomic.IsActive(a) || !atomic.IsAtomicNow(a)) continue;
            bool ends = false;
            for (int k = 0; k < atomic.Chain.Length && !ends; k++) {
                OwnerRow owner = atomic.Chain[k];
                if (owner.Transitions.Length == 0) continue;
                var state = owner as StateRow;
                bool isAsked = isFirst ? state == null || !entered.Contains(state)
                    : state != null && only.Contains(state);
                if (!isAsked) continue;
                for (int n = 0; n < owner.Transitions.Length && !ends; n++) {
                    TransitionRow found = owner.Transitions[n].Offered(a);
                    if (found == null) continue;
                    if (!picked.Contains(found)) picked.Add(found);
                    ends = found.Targets.Length > 0;
                }
            }
        }
        DropLosers(true, a);
    }
    /// <summary>Walk the machine and its active states outside in; each offers its first enabled interrupt.</summary>
    private void PickInterrupts(Agent a) {
        PickInterrupt(this, a);
        foreach (StateRow each in AllStates) if (each.Interrupts.Length > 0 && each.IsActive(a)) PickInterrupt(each, a);
    }
    private void PickInterrupt(OwnerRow owner, Agent a) {
        TransitionRow found = TransitionRow.FirstOffered(owner.Interrupts, a);
        if (found == null) return;
        bool isLost = found.IsThereAlready(a);
        for (int k = 0; k < interrupts.Count && !isLost; k++) isLost = found.ExitsMeet(interrupts[k], a);
        if (isLost) found.NoteLost(a);
        else interrupts.Add(found);
    }
    /// <summary>Drop losers among picked transitions whose exit sets meet.</summary>
    private void DropLosers(bool outerWins, Agent a) {
        if (picked.Count < 2) return;
        kept.Clear();
        for (int k = 0; k < picked.Count; k++) {
            TransitionRow each = picked[k];
            bool wins = true;
            for (int n = 0; n < kept.Count && wins; n++) {
                if (!each.ExitsMeet(kept[n], a)) continue;
                StateRow own = each.Source as StateRow, theirs = kept[n].Source as StateRow;
                wins = outerWins ? theirs != null && theirs.IsBelow(each.Source)
                    : own != null && own.IsBelow(kept[n].Source);
            }
            if (!wins) { each.NoteLost(a); continue; }
            for (int n = kept.Count - 1; n >= 0; n--) {
                if (!each.ExitsMeet(kept[n], a)) continue;
                kept[n].NoteLost(a);
                kept.RemoveAt(n);
            }
            kept.Add(each);
        }
        picked.Clear();
        picked.AddRange(kept);
    }

    // -- running to rest
    /// <summary>Take transitions as one microstep, if there are any.</summary>
    private void Take(List<TransitionRow> found, Agent a) {
        if (found.Count == 0) return;
        AddRound(a);
        Microstep(found, a);
    }
    private void AddRound(Agent a) { if (++rounds > a.Program.Rounds) throw new NotAtRest(); }
    /// <summary>Take one event or completion; one of a state that has been left since is dropped.</summary>
    private void TakeItem(Item item, Agent a) {
        if (item.IsOver(a)) return;
        a.Event = item.Event;
        List<TransitionRow> found = SelectForEvent(item, a);
        AddRound(a);
        if (found.Count > 0) Microstep(found, a);
        a.Event = null;
    }
    /// <summary>Take one event or completion and run to rest.</summary>
    private void Macrostep(Item item, Agent a) {
        if (FinalStatus != Status.Idle || item.IsOver(a)) return;
        BeginMacrostep();
        TakeItem(item, a);
        RunToRest(a);
    }
    private void RunToRest(Agent a) {
        while (FinalStatus == Status.Idle) {
            picked.Clear();
            if (hasEventless) { BeginSelection(Asking.Eventless, false); PickInnerFirst(a); EndSelection(picked, a); }
            if (picked.Count > 0) Take(picked, a);
            else if (next < Queue.Count) TakeItem(Queue[next++], a);
            else break;
        }
        if (next == Queue.Count) { Queue.Clear(); next = 0; }
        inMacrostep = false;
    }

    // -- its tick
    internal override Status Tick(Agent a) {
        OwnerRow outer = a.State;
        BeginWork();
        try {
            if (a.Ints[Entered] == -1) Start(a);
            else Steps(a);
        } catch (NotAtRest) {
            a.Note(this, NotAtRest.Words);
            a.Event = null;
        } finally {
            if (FinalStatus != Status.Idle) ExitAll(a);
            works = false;
            a.State = outer;
        }
        return FinalStatus == Status.Idle ? Status.Running : FinalStatus;
    }
    private void BeginWork() {
        works = true;
        stopping = inMacrostep = false;
        FinalStatus = Status.Idle;
        next = 0;
        unchecked { Ticks += 1; }
        Queue.Clear();
        later.Clear();
        Completions.Clear();
        Fresh.Clear();
        failed.Clear();
    }
    /// <summary>Step 1: enter the initial states; then steps 6 and 7.</summary>
    private void Start(Agent a) {
        a.Ints[Entered] = a.Now;
        a.State = this;
        BeginMacrostep();
        StartTimers(a);
        RunBlock(InitialActions, a);
        EnterBelow(Initial, a);
        EnterOrdered(a);
        Updates(a);
    }
    private void EnterBelow(StateRow[] targets, Agent a) {
        plan.Clear();
        plan.Add(this, targets, a);
        EnterStates(a);
        RunToRest(a);
    }
    /// <summary>Enter the states that the game ordered, as from the root.</summary>
    private void EnterOrdered(Agent a) {
        if (a.Entries.Count == 0) return;
        List<StateRow> ordered = a.Entries.FindAll(each => each.Machine == this);
        a.Entries.RemoveAll(each => each.Machine == this);
        foreach (StateRow state in ordered) {
            if (FinalStatus != Status.Idle) return;
            BeginMacrostep();
            exited.Clear();
            foreach (StateRow each in AllStates) if (each.IsActive(a)) exited.Add(each);
            LeaveExited(a);
            EnterBelow(new[] { state }, a);
        }
    }
    private void Steps(Agent a) {
        Delayed[] due = a.DueEvents(Index); // what is raised from now on waits for the next tick
        EnterOrdered(a);
        BeginMacrostep();
        RunToRest(a); // step 2
        foreach (Delayed each in due)
            if (FinalStatus == Status.Idle && a.TakeDelayed(each)) Macrostep(new Item(each.Event), a);
        for (int k = 0; k < a.Events.Count; k++) Macrostep(new Item(a.Events[k]), a); // step 3
        PolledInterrupts(a); // step 4
        PolledTransitions(a); // step 5
        Updates(a); // steps 6 and 7
    }
    private void PolledInterrupts(Agent a) {
        if (FinalStatus != Status.Idle) return;
        Fresh.Clear();
        BeginMacrostep();
        RecheckPending(true, a);
        BeginSelection(Asking.Polled, true);
        PickInterrupts(a);
        Take(EndSelection(interrupts, a), a);
        RunToRest(a);
    }
    /// <summary>Ask all states but those entered in step 4; then, while transient ones were entered, these
    /// alone.</summary>
    private void PolledTransitions(Agent a) {
        List<StateRow> fresh = Fresh;
        Fresh = entered; entered = fresh;
        int passes = 0;
        for (bool isFirst = true; FinalStatus == Status.Idle && (isFirst || only.Count > 0); isFirst = false) {
            Fresh.Clear();
            BeginMacrostep();
            if (isFirst) RecheckPending(false, a);
            BeginSelection(Asking.Polled, true);
            PickOuterFirst(isFirst, a);
            EndSelection(picked, a);
            if (picked.Count > 0 && passes > a.Program.Rounds) throw new NotAtRest();
            Take(picked, a);
            RunToRest(a);
            only.Clear();
            foreach (StateRow each in AllStates)
                if (each.Transient && each.IsActive(a) && (Fresh.Contains(each) || entered.Contains(each)))
                    only.Add(each);
            if (only.Count > 0 && passes > a.Program.Rounds) throw new NotAtRest(); // picked nothing, and yet goes on
            passes++;
            entered.Clear();
        }
    }
    /// <summary>Steps 6 and 7: update states and tick their activities, outer first, and take what came of
    /// it.</summary>
    private void Updates(Agent a) {
        if (FinalStatus != Status.Idle) return;
        failed.Clear();
        foreach (StateRow state in AllStates) {
            if (!state.IsActive(a)) continue;
            a.State = state;
            RunBlock(state.Update, a);
            if (state.HasActivity) state.TickActivity(a);
        }
        int completed = Completions.Count, raised = later.Count;
        for (int k = 0; k < completed; k++) Macrostep(Completions[k], a);
        for (int k = 0; k < raised; k++) Macrostep(later[k], a);
        if (completed + raised > 0) return;
        BeginMacrostep();
        RunToRest(a);
    }
    private void ExitAll(Agent a) {
        if (works) stopping = true;
        for (int k = AllStates.Length - 1; k >= 0; k--) if (AllStates[k].IsActive(a)) AllStates[k].Leave(a);
        ForgetAll(a);
    }
    /// <summary>Forget histories, cooldowns, and what is delayed and pending: it begins or is over.</summary>
    private void ForgetAll(Agent a) {
        for (int k = a.Delayed.Count - 1; k >= 0; k--) if (a.Delayed[k].Machine == Index) a.Delayed.RemoveAt(k);
        a.Forget(Index);
        foreach (StateRow each in AllStates) {
            a.Forget(each.Index);
            foreach (StateRow.Place place in each.Places) a.Bytes[place.Byte] = 0;
        }
        foreach (TransitionRow each in allTransitions) if (each.Cooldown != null) a.Ints[each.Cooldown.ReadyFrom] = 0;
    }
}

// ---- Programs ------------------------------------------------------------------------------------------------------

/// <summary>What the game must supply: an action, a condition or an event, with its parameters or fields in
/// order.</summary>
internal sealed class Need {
    internal string Name;
    internal int Number;
    internal Json Data;
    internal string[] Names;
    internal DeclaredType[] Types;
    internal DeclaredType TypeOf(string name) {
        int place = Array.IndexOf(Names, name);
        return place < 0 ? null : Types[place];
    }
    internal static Need[] All(Json needs, string sort, string list) {
        Json all = needs == null ? null : needs[sort];
        if (all == null) return new Need[0];
        var found = new Need[all.Names.Count];
        for (int k = 0; k < found.Length; k++) {
            Json data = all.Need(all.Names[k]);
            found[k] = new Need { Name = all.Names[k], Number = k, Data = data };
            Json payload = data[list];
            if (list == "payload" && payload != null) {
                found[k].Names = payload.Names.ToArray();
                found[k].Types = Array.ConvertAll(found[k].Names, each => DeclaredType.Of(payload.Need(each)));
            } else {
                found[k].Names = data.Map("parameters", each => each.Word("name", ""));
                found[k].Types = data.Map("parameters", each => DeclaredType.Of(each.Need("type")));
            }
        }
        return found;
    }
    internal static Need Named(Need[] all, string name) {
        foreach (Need each in all) if (each.Name == name) return each;
        return null;
    }
}

/// <summary>A program that is built: its rows, and what its code is made of.</summary>
internal sealed class Program {
    private const int MostMemory = 1 << 22;
    internal static readonly string[] LineOps = {
        "assign", "draw", "set", "list", "raise", "raise_later", "cancel", "send", "if", "do",
    };
    private static readonly Dictionary<string, Func<Row>> Ops = new Dictionary<string, Func<Row>> {
        { "ordered", () => new OrderedRow() }, { "round_robin", () => new RoundRobinRow() },
        { "pipeline_sequence", () => new PipelineRow() }, { "shuffled", () => new ShuffledRow() },
        { "random_child", () => new RandomChildRow() }, { "parallel", () => new ParallelRow() },
        { "simple_parallel", () => new SimpleParallelRow() }, { "utility", () => new UtilityRow() },
        { "if_else", () => new IfElseRow() }, { "switch", () => new SwitchRow() },
        { "try_recover", () => new TryRecoverRow() }, { "map_result", () => new MapResultRow() },
        { "loop", () => new LoopRow() }, { "for_each", () => new ForEachRow() }, { "timeout", () => new TimerRow() },
        { "delay", () => new TimerRow() }, { "cooldown", () => new CooldownRow() },
        { "rate_limit", () => new RateLimitRow() }, { "run_limit", () => new RunLimitRow() },
        { "probability", () => new ProbabilityRow() }, { "pass", () => new PassRow() },
        { "fixed", () => new FixedRow() }, { "test", () => new TestRow() }, { "block", () => new BlockRow() },
        { "log", () => new LogRow() }, { "wait", () => new WaitRow() }, { "action", () => new ActionRow() },
        { "call", () => new CallRow() }, { "run", () => new CallRow() }, { "claim", () => new ClaimRow() },
        { "release", () => new ReleaseRow() }, { "machine", () => new MachineRow() },
        { "decision_tree", () => new DecisionTreeRow() }, { "state", () => new StateRow() },
        { "transition", () => new TransitionRow() }, { "ask_test", () => new AskTestRow() },
        { "ask_ranges", () => new AskRangesRow() }, { "ask_switch", () => new AskSwitchRow() },
        { "ask_first_of", () => new AskFirstOfRow() }, { "ask_table", () => new AskTableRow() },
        { "ask_random", () => new AskRandomRow() }, { "ask_tree", () => new AskTreeRow() },
        { "ask_nothing", () => new AskNothingRow() }, { "answer_outcome", () => new AnswerOutcomeRow() },
        { "answer_value", () => new AnswerValueRow() },
    };
    internal static bool Knows(string op) => Ops.ContainsKey(op);
    internal readonly double Rate;
    internal readonly int Rounds;
    internal readonly Need[] Actions, Conditions, Queries, Events;
    internal readonly Json Needs;
    internal readonly int ByteCount, IntCount, FloatCount, ObjectCount;
    internal readonly Variable[] Variables;
    internal readonly List<Variable> Own = new List<Variable>(); // those of the agent itself
    internal readonly Dictionary<string, Variable> OwnByName = new Dictionary<string, Variable>();
    internal readonly Curve[] Curves;
    internal readonly Rising[] Rising; // variables that rise by themselves
    internal readonly int RisenPlace; // the int with when they did, -1 for none
    internal readonly Trigger[] Triggers;
    internal readonly Row[] Rows;
    internal readonly ClaimRow[] Claims;
    internal readonly StateRow[] States;
    internal readonly OrderedRow[] Ordered; // whose place is -1 while they do not run
    internal readonly Fresh Defaults;
    private readonly List<Json> rowData;
    private readonly Group[] groups;
    private readonly List<int> triggersRead = new List<int>();
    private readonly Dictionary<int, int[]> single = new Dictionary<int, int[]>(); // lists of one trigger
    internal Program(Json data) {
        Rate = data.Number("rate", 0);
        if (!(Rate > 0)) throw new MindError("The rate is above 0.");
        Rounds = data.Int("rounds", 1000);
        Needs = data["needs"];
        Actions = Need.All(Needs, "actions", "parameters");
        Conditions = Need.All(Needs, "conditions", "parameters");
        Queries = Need.All(Needs, "queries", "parameters");
        Events = Need.All(Needs, "events", "payload");
        Json memory = data["memory"];
        ByteCount = SizeOf(memory, "bytes");
        IntCount = SizeOf(memory, "ints");
        FloatCount = SizeOf(memory, "floats");
        ObjectCount = SizeOf(memory, "objects");
        Variables = data.Map("variables", VariableFrom);
        for (int k = 0; k < Variables.Length; k++) {
            Variables[k].Number = k;
            if (!Variables[k].IsWorld) MustHold(Variables[k]);
            if (Variables[k].Scope != "agent") continue;
            Own.Add(Variables[k]);
            OwnByName[Variables[k].Name] = Variables[k];
        }
        Curves = CurvesOf(data["curves"]);
        Rising = RisingOf(data);
        RisenPlace = data.At("risen");
        if (Rising.Length > 0 ? RisenPlace < 0 || RisenPlace >= IntCount : data["risen"] != null)
            throw new MindError("There is no place " + RisenPlace + " for when variables rose.");
        Triggers = data.Map("triggers", each => new Trigger {
            Variable = each.At("variable"), Place = VariableOf(each.At("variable")).Place,
            Ticks = each.Int("ticks", 0), Until = each.At("until"), IsLatched = each.Flag("latched"),
            Ages = each.Flag("ages"),
        });
        foreach (Trigger each in Triggers) single[each.Place] = new[] { each.Place };
        rowData = data.Need("rows").Items ?? throw new MindError("The rows are no list.");
        if (rowData.Count == 0) throw new MindError("There are no rows.");
        Rows = new Row[rowData.Count];
        for (int k = 0; k < Rows.Length; k++) Rows[k] = RowFrom(rowData[k], k);
        for (int k = 0; k < Rows.Length; k++)
            if (rowData[k]["machine"] != null) Rows[k].Machine = (MachineRow)Row(rowData[k].At("machine"));
        groups = data.Map("groups", each =>
            new Group { Draws = each.At("draws"), Members = RowsAt(each.Ints("members")) });
        for (int k = 0; k < Rows.Length; k++) {
            Row row = Rows[k];
            if (row is QuestionRow question) {
                question.Branches = RowsAt(rowData[k].Ints("branches"));
                question.IsAnswer = row.Op.StartsWith("answer_", StringComparison.Ordinal);
                question.Outcome = rowData[k].Word("outcome", null);
            } else if (row.IsNode) row.BuildNode(this, rowData[k]);
            row.Build(this, rowData[k]);
        }
        Claims = OfType<ClaimRow>();
        States = OfType<StateRow>();
        Ordered = Array.FindAll(OfType<OrderedRow>(), each => !each.Keep);
        foreach (ClaimRow each in Claims) {
            if (rowData[each.Index]["until"] == null) continue;
            Row until = Row(rowData[each.Index].At("until"));
            Array.Resize(ref until.Claims, until.Claims.Length + 1);
            until.Claims[until.Claims.Length - 1] = each;
        }
        Defaults = FreshOf(data, "defaults", false);
    }
    private static int SizeOf(Json memory, string name) {
        int size = memory == null ? 0 : memory.Int(name, 0);
        return size >= 0 && size <= MostMemory ? size :
            throw new MindError("A memory of " + size + " " + name + " is none.");
    }
    /// <summary>Refuse a variable whose places are not there.</summary>
    private void MustHold(Variable variable) {
        bool isList = variable.Type.Sort == Sort.List;
        Sort sort = isList ? variable.Type.Item.Sort : variable.Type.Sort;
        bool isByte = sort == Sort.Bool || sort == Sort.Trigger, isInt = sort == Sort.Int || sort == Sort.Enum;
        bool isFloat = sort == Sort.Float || sort == Sort.Vector;
        long size = (sort == Sort.Vector ? 2L : 1L) * (isList ? variable.Type.Most : 1);
        int all = isByte ? ByteCount : isInt ? IntCount : isFloat ? FloatCount : ObjectCount;
        bool isThere = variable.Place >= 0 && variable.Place + size <= all && variable.Type.Most >= 0;
        if (isList && (variable.LengthPlace < 0 || variable.LengthPlace >= IntCount)) isThere = false;
        if (!isThere) throw new MindError("The variable " + variable.Number + " has no place.");
    }
    private T[] OfType<T>() where T : Row => Array.ConvertAll(Array.FindAll(Rows, each => each is T), each => (T)each);
    private static Variable VariableFrom(Json data) {
        var made = new Variable {
            Name = data.Word("name", ""), Type = DeclaredType.Of(data.Need("type")), Place = data.At("place"),
            LengthPlace = data.At("length"), Scope = data.Word("scope", "agent"),
        };
        if (made.Type.Most > MostMemory) throw new MindError("A list of " + made.Type.Most + " is none.");
        made.IsWorld = made.Scope == "world";
        Json first = data["default"];
        if (made.IsWorld) made.First = first == null ? made.Type.Default() : Saved.ToValue(first, made.Type);
        if (made.IsWorld && !made.Type.Fits(made.First))
            throw new MindError("A first value is not " + made.Type.Words() + ".");
        return made;
    }
    private static Curve[] CurvesOf(Json data) {
        if (data == null) return new Curve[0];
        data.MustBe(JsonKind.Object, "curves");
        return Array.ConvertAll(data.Names.ToArray(), name => new Curve(name, PointsOf(data[name])));
    }
    /// <summary>Return points as a table has them, null where one is none.</summary>
    private static Vector[] PointsOf(Json data) {
        if (data == null || data.Kind != JsonKind.List) return null;
        bool arePoints = data.Items.TrueForAll(each => each.IsListOf(part => true) && each.Items.Count == 2);
        return !arePoints ? null
            : data.MapItems(each => new Vector(each.Items[0].NumberValue, each.Items[1].NumberValue));
    }
    internal int PlaceOfCurve(string name) => Array.FindIndex(Curves, each => each.Name == name);
    private Rising[] RisingOf(Json data) {
        var found = new List<Rising>();
        List<Json> declared = data.ItemsOf("variables");
        for (int k = 0; k < declared.Count; k++) {
            Json rise = declared[k]["rise"];
            if (rise == null || (rise.Kind == JsonKind.Number && rise.NumberValue == 0)) continue;
            bool fits = Variables[k].Scope == "agent" && Variables[k].Type.Sort == Sort.Float
                && rise.Kind == JsonKind.Number && Numbers.IsFinite(rise.NumberValue);
            if (!fits) throw new MindError("The variable '" + Variables[k].Name + "' cannot rise.");
            found.Add(new Rising(Variables[k], rise.NumberValue, declared[k].Number("min", 0),
                declared[k].Number("max", double.PositiveInfinity)));
        }
        return found.ToArray();
    }
    private Row RowFrom(Json data, int index) {
        string op = data.Word("op", "");
        Func<Row> make;
        if (!Ops.TryGetValue(op, out make)) throw new MindError("There is no op '" + op + "'.");
        Row row = make();
        int parent = data.At("parent");
        row.Index = index;
        row.Op = op;
        row.End = data.Int("end", index + 1);
        row.Parent = parent >= 0 && parent < index ? Rows[parent] : null;
        row.Disabled = data.Flag("disabled");
        row.HasStream = data["stream"] != null;
        row.Stream = unchecked((uint)(long)data.Number("stream", 0));
        row.Draws = data.At("draws");
        return row;
    }

    // -- rows and variables by number
    internal Row Row(int number) =>
        number >= 0 && number < Rows.Length ? Rows[number] : throw new MindError("There is no row " + number + ".");
    private Row[] RowsAt(int[] numbers) => Array.ConvertAll(numbers, Row);
    /// <summary>Return nodes below a row: links only lead down, so that no visit goes in a circle.</summary>
    internal Row[] Below(Row above, int[] numbers) {
        foreach (int each in numbers)
            if (each <= above.Index || Row(each) is TransitionRow || Row(each) is StateRow)
                throw new MindError("Row " + above.Index + " cannot have the child " + each + ".");
        return RowsAt(numbers);
    }
    internal T[] RowsOf<T>(Json data, string name, Row above) where T : Row {
        int[] numbers = data.Ints(name);
        foreach (int each in numbers)
            if (above != null && each <= above.Index)
                throw new MindError("Row " + above.Index + " cannot have the state " + each + ".");
        return Array.ConvertAll(numbers, each => (T)Row(each));
    }
    internal bool IsTimed(Row row) => rowData[row.Index]["after"] != null;
    internal int SeenOf(int row) => rowData[Row(row).Index].At("seen");
    internal Group GroupOf(int number) =>
        number >= 0 && number < groups.Length ? groups[number] :
            throw new MindError("There is no group " + number + ".");
    internal Variable VariableOf(int number) => number >= 0 && number < Variables.Length ? Variables[number]
        : throw new MindError("There is no variable " + number + ".");
    internal Variable ListVariable(int number) {
        Variable found = VariableOf(number);
        return found.Type.Sort == Sort.List ? found : throw new MindError("The variable " + number + " is no list.");
    }
    internal int QueryOf(string name) => (Need.Named(Queries, name) ??
        throw new MindError("There is no query '" + name + "'.")).Number;
    private Trigger TriggerOf(int variable) => Array.Find(Triggers, each => each.Variable == variable);
    /// <summary>Return a list of triggers with one more; lists of one are made once.</summary>
    internal int[] Joined(int[] places, int place) {
        if (Array.IndexOf(places, place) >= 0) return places;
        int[] found;
        if (places.Length == 0 && single.TryGetValue(place, out found)) return found;
        found = new int[places.Length + 1];
        places.CopyTo(found, 0);
        found[places.Length] = place;
        return found;
    }

    // -- results
    internal Status ResultOf(Json data, string name) => ResultNamed(data.Word(name, null));
    private static Status ResultNamed(string name) {
        switch (name) {
            case "running": return Status.Running;
            case "success": return Status.Success;
            case "failure": return Status.Failure;
            case "skipped": return Status.Skipped;
            default: return Status.Idle;
        }
    }
    internal bool[] ResultsOf(Json data, string name) {
        var all = new bool[5];
        foreach (string each in data.Texts(name)) all[(int)ResultNamed(each)] = true;
        return all;
    }

    // -- expressions
    /// <summary>Build a parameter: an expression, or a value.</summary>
    internal Expr Run(Json data) {
        if (data == null || data.Kind != JsonKind.Object || data["node"] == null)
            return new Constant(Saved.ToValue(data, null));
        string node = data.Word("node", "");
        switch (node) {
            case "variable_read": return ReadOf(VariableOf(data.At("variable")));
            case "context_read": {
                string name = data.Word("name", "");
                if (name == "self") return new SelfRead();
                return name == "time" ? new TimeRead(Rate) : (Expr)new StateTimeRead(Rate);
            }
            case "constant": return new Constant(Saved.ToValue(data["value"], null));
            case "event_name": return new EventName();
            case "event_field": return new EventField(data.Word("field", ""));
            case "received": return new Received(data.Word("event", ""));
            case "last_field": return new LastField(data.Word("event", ""), data.Word("field", ""));
            case "entity_field": return new EntityField(Run(data["entity"]), data.Word("field", ""));
            case "vector_component": return new Component(Run(data["vector"]), data.Word("component", "") == "x");
            case "to_float": return Run(data["operand"]);
            case "curve": {
                string name = data.Word("curve", "");
                int place = PlaceOfCurve(name);
                if (place < 0) throw new MindError("There is no curve '" + name + "'.");
                return new CurveRead(place, Run(data["operand"]));
            }
            case "negate": {
                Expr operand = Run(data["operand"]);
                string type = data.TypeWord();
                return type == "vector" ? new NegateVector(operand) : (Expr)new Negate(operand, type == "int");
            }
            case "not": return new Not(Run(data["operand"]));
            case "arithmetic": return ArithmeticOf(data);
            case "comparison": return Comparison.Make(Runs(data, "operands"), data.Texts("operators"));
            case "logical": return new Logical(Runs(data, "operands"), data.Word("operator", "") == "or");
            case "conditional":
                return new Conditional(Run(data["condition"]), Run(data["when_true"]), Run(data["when_false"]));
            case "function_call":
                return Functions.Make(data.Word("function", ""), Runs(data, "arguments"), data.TypeWord());
            case "condition_call": {
                string name = data.Word("condition", "");
                Need need = Need.Named(Conditions, name) ??
                    throw new MindError("There is no condition '" + name + "'.");
                Expr[] values = Runs(data, "arguments");
                var names = (string[])need.Names.Clone();
                Array.Resize(ref names, values.Length);
                return new ConditionCall(name, need.Number, names, values);
            }
        }
        throw new MindError("There is no node '" + node + "' in expressions.");
    }
    private Expr ArithmeticOf(Json data) {
        Expr left = Run(data["left"]), right = Run(data["right"]);
        string sign = data.Word("operator", ""), type = data.TypeWord();
        if (sign.Length != 1 || (type == "vector" ? "+-*" : "+-*/%").IndexOf(sign[0]) < 0)
            throw new MindError("There is no operator '" + sign + "'.");
        return type == "vector" ? new VectorArithmetic(left, sign[0], right)
            : (Expr)new Arithmetic(left, sign[0], right, type == "int");
    }
    private Expr ReadOf(Variable variable) {
        if (variable.IsWorld) return new OtherRead(variable);
        switch (variable.Type.Sort) {
            case Sort.Bool: return new BoolRead(variable.Place);
            case Sort.Trigger: {
                int place = triggersRead.BinarySearch(variable.Place);
                if (place < 0) triggersRead.Insert(~place, variable.Place);
                return new TriggerRead(variable.Place);
            }
            case Sort.Int: return new IntRead(variable.Place);
            case Sort.Float: return new FloatRead(variable.Place);
            case Sort.Vector: return new VectorRead(variable.Place);
            case Sort.Enum: return new EnumRead(variable.Place, variable.Type.Enum);
            case Sort.List: return new OtherRead(variable);
            default: return new ObjectRead(variable.Place);
        }
    }
    internal Expr[] Runs(Json data, string name) => data.Map(name, Run);
    internal Expr RunOr(Json data, string name, double otherwise) =>
        data[name] == null ? new Constant(otherwise) : Run(data[name]);

    // -- what rows and lines are made of
    internal void FillTest(Test test, Json data) {
        triggersRead.Clear();
        test.Run = Run(data["test"]);
        test.Triggers = triggersRead.ToArray();
        test.Held = data.At("held");
    }
    internal Test TestOf(Json node) {
        triggersRead.Clear();
        var test = new Test { Run = Run(node) };
        test.Triggers = triggersRead.ToArray();
        return test;
    }
    internal Count CountOf(Json data) => new Count(data == null ? new Constant(0) : Run(data));
    internal Duration DurationOf(Json data) {
        if (data == null) return new Duration(0);
        return data.Kind == JsonKind.Number ? new Duration(Numbers.ToInt(data.NumberValue))
            : new Duration(Run(data), Rate);
    }
    internal Cases CasesOf(Json data) =>
        new Cases(Run(data["value"]), data.Map("cases", each => Saved.ToValue(each, null)), data.At("default"));
    internal Bindings BindingsOf(Json data) =>
        new Bindings(data.Map("bindings", each => new Writer(VariableOf(each.At("variable")), Run(each["value"]))));
    /// <summary>Build what gives places their first values; `isTicking` tells how triggers are armed.</summary>
    internal Fresh FreshOf(Json data, string name, bool isTicking) => new Fresh(data.Map(name, each => {
        string buffer = each.Word("buffer", null);
        if (buffer != null) return new Fresh.First { IsByte = buffer == "byte", Place = each.At("place") };
        Variable variable = VariableOf(each.At("variable"));
        Value first = Saved.ToValue(each["value"], variable.Type);
        if (!variable.Type.Fits(first)) throw new MindError("A first value is not " + variable.Type.Words() + ".");
        Trigger trigger = isTicking && first.Kind == Kind.Bool && first.Bool ? TriggerOf(variable.Number) : null;
        return new Fresh.First { Variable = variable, Value = first, Arms = trigger };
    }));
    internal Line[] Block(Json data, string name, Row row) {
        Line[] block = data.Map(name, each => LineFrom(each, row));
        List<Json> lines = block.Length == 0 ? null : data[name].Items;
        for (int k = 0; k < block.Length; k++) { block[k].Row = row; block[k].Number = lines[k].Int("line", k); }
        return block.Length == 0 ? Line.None : block;
    }
    private Line LineFrom(Json data, Row row) {
        string op = data.Word("op", "");
        int machine = row.Machine == null ? -1 : row.Machine.Index;
        switch (op) {
            case "assign": return new AssignLine(WriterOf(data, Run(data["value"])));
            case "draw": {
                Expr[] given = Runs(data, "arguments");
                string draw = data.Word("draw", "");
                if (given.Length != (draw == "chance" ? 1 : 2)) throw new MindError("A draw has other arguments.");
                Expr high = given[given.Length - 1];
                return new DrawLine(WriterOf(data, new DrawExpr(draw, row, data.At("draws"), given[0], high)));
            }
            case "set": return new SetLine(TriggerOf(data.At("variable")) ??
                throw new MindError("There is no such trigger."));
            case "list":
                return new ListLine(ListVariable(data.At("variable")), data.Word("change", ""), Run(data["item"]));
            case "raise": return new RaiseLine(EventOf(data));
            case "raise_later": {
                int state = data.Flag("outlives_state") ? -1 : row.StateAround();
                return new RaiseLaterLine(EventOf(data), DurationOf(data["after"]), data.Word("id", ""), machine,
                    state);
            }
            case "cancel": return new CancelLine(data.Word("id", ""), machine);
            case "send": {
                Expr entity = data["entity"] == null ? null : Run(data["entity"]);
                return new SendLine(EventOf(data), entity, data.Word("receiver", ""));
            }
            case "if": return new IfLine(Run(data["test"]), Block(data, "then", row), Block(data, "else", row));
            case "do": return new DoLine(CallOf(row, data));
        }
        throw new MindError("There is no line '" + op + "'.");
    }
    private Writer WriterOf(Json data, Expr run) => new Writer(VariableOf(data.At("variable")), run);
    private EventMaker EventOf(Json data) {
        Json fields = data["fields"];
        string[] names = fields == null ? Event.NoFields : fields.Names.ToArray();
        Array.Sort(names, StringComparer.Ordinal);
        return new EventMaker(data.Word("event", ""), names, Array.ConvertAll(names, each => Run(fields[each])));
    }
    internal Call CallOf(Row row, Json data) {
        string name = data.Word("action", "");
        Need need = Need.Named(Actions, name) ?? throw new MindError("There is no action '" + name + "'.");
        Json given = data["arguments"];
        Expr[] values = need.Data.Map("parameters", each => {
            string parameter = each.Word("name", "");
            return Run(given != null && given.Has(parameter) ? given[parameter] : each["default"]);
        });
        return new Call(row, name, need.Number, need.Names, values);
    }
}

internal sealed class FunctionAction : GameAction {
    private readonly ActionTick tick;
    internal FunctionAction(ActionTick tick) { this.tick = tick; }
    public override Status Tick(Context context, Arguments given) => tick(context, given);
}

/// <summary>A condition that was asked in this tick.</summary>
internal sealed class AskedCondition {
    internal ConditionCall Call;
    internal Value[] Given;
    internal bool Answer;
    internal string Failed;
}

internal static class Manifests {
    // what Mindloom has itself, which no manifest declares
    internal static readonly string[] Actions = (
        "aim_at align alignment arrive attract avoid_agents avoid_obstacles avoid_walls cohesion emote evade face fire "
        + "flee flock follow_path follow_waypoints forget_interest go_to heal interpose leave leave_scent look_around "
        + "look_at look_where_you_go make_noise match_velocity pursue remove ring_source roam seek separation stop "
        + "strike switch_source throw_at wander "
        + "acknowledge end_attack hide_from hold_slot offset_pursuit order release_slot release_token request_attack "
        + "request_slot request_token set_formation "
        + "find_place open_door close_door switch_link go_to_nearest close_in").Split(' ');
    internal static readonly string[] Conditions = (
        "can_hit can_see can_throw_to clear_line has_tag in_blast in_zone shot_coming switched_on "
        + "will_land_near "
        + "all_acknowledged has_token in_slot in_squad is_attacking is_leader "
        + "door_is_open on_link").Split(' ');
    internal static readonly string[] Fields =
        "emote heading height landing landing_in position radius team velocity".Split(' ');

    internal static Json Of(Minds minds, List<Program> programs,
        Dictionary<string, Dictionary<string, string>> events) {
        Json types = Json.NewObject(), told = Json.NewObject(), fields = Json.NewObject();
        foreach (Program each in programs) {
            foreach (Need need in each.Events) if (!told.Has(need.Name)) told.Add(need.Name, EventOf(need, types));
            Json known = each.Needs == null ? null : each.Needs["entity_fields"];
            for (int k = 0; known != null && k < known.Names.Count; k++) AddField(fields, known.Names[k], known);
        }
        foreach (string name in Sorted(events == null ? new List<string>() : new List<string>(events.Keys))) {
            Json payload = Json.NewObject();
            foreach (KeyValuePair<string, string> each in events[name]) payload.Add(each.Key, Json.Of(each.Value));
            told.Add(name, Json.NewObject().AddFilled("payload", payload));
        }
        return Json.NewObject().Add("format", Json.Of("mindloom-kinds")).Add("version", Json.Of(1))
            .AddFilled("actions", Calls(minds.Actions, Actions, programs, each => each.Actions, true))
            .AddFilled("conditions", Calls(minds.Conditions, Conditions, programs, each => each.Conditions, false))
            .AddFilled("events", told).AddFilled("types", types).AddFilled("entity_fields", fields);
    }

    private static List<string> Sorted(List<string> names) { names.Sort(StringComparer.Ordinal); return names; }

    private static Json Calls<T>(NamedSet<T> set, string[] own, List<Program> programs, Func<Program, Need[]> needs,
        bool areActions) where T : class {
        Json made = Json.NewObject();
        foreach (string name in Sorted(new List<string>(set.Names))) {
            if (Array.IndexOf(own, name) >= 0) continue;
            Description description = set.DescriptionOf(name);
            Need need = null;
            for (int k = 0; k < programs.Count && need == null; k++) need = Need.Named(needs(programs[k]), name);
            Json told = Json.NewObject();
            if (description != null && description.Summary != "") told.Add("summary", Json.Of(description.Summary));
            if (areActions && (description != null ? description.Instant : need != null && need.Data.Flag("instant")))
                told.Add("instant", Json.Of(true));
            if (description != null) told.AddFilled("parameters", Json.ListOf(description.Parameters, ParameterOf));
            else if (need != null)
                told.AddFilled("parameters", Json.ListOf(need.Data.ItemsOf("parameters"), NeededParameter));
            made.Add(name, told);
        }
        return made;
    }

    private static Json ParameterOf(Parameter of) {
        Json told = Json.NewObject().Add("name", Json.Of(of.Name)).Add("type", Json.Of(of.Type));
        if (of.Default.Kind != Kind.Missing) told.Add("default", Saved.ToJson(of.Default));
        if (of.Min != null) told.Add("min", Json.Of(of.Min.Value));
        if (of.Max != null) told.Add("max", Json.Of(of.Max.Value));
        if (of.Unit != "") told.Add("unit", Json.Of(of.Unit));
        if (of.Help != "") told.Add("help", Json.Of(of.Help));
        if (of.Optional) told.Add("optional", Json.Of(true));
        return told.AddFilled("choices", Json.ListOf(of.Choices, each => Json.Of(each)));
    }

    private static Json NeededParameter(Json need) {
        DeclaredType type = DeclaredType.Of(need.Need("type"));
        Json told = Json.NewObject().Add("name", need.Need("name")).Add("type", Json.Of(type.Name));
        if (type.Enum != null) told.Add("choices", Json.ListOf(type.Enum, each => Json.Of(each)));
        foreach (string each in new[] { "default", "optional", "unit" }) if (need[each] != null) told.Add(each,
            need[each]);
        if (need["minimum"] != null) told.Add("min", need["minimum"]);
        if (need["maximum"] != null) told.Add("max", need["maximum"]);
        return told;
    }

    /// <summary>Return an event; the enums that it carries are declared as types.</summary>
    private static Json EventOf(Need need, Json types) {
        Json payload = Json.NewObject();
        for (int k = 0; k < need.Names.Length; k++) {
            string type = need.Types[k].Name;
            if (need.Types[k].Enum != null) {
                var name = new StringBuilder("event_");
                foreach (char each in need.Name + "_" + need.Names[k]) {
                    bool isPlain = each < 128 && char.IsLetterOrDigit(each);
                    name.Append(isPlain ? each : '_');
                }
                type = name.ToString();
                types.Add(type, Json.NewObject().Add("values", Json.ListOf(need.Types[k].Enum, each => Json.Of(each))));
            }
            payload.Add(need.Names[k], Json.Of(type));
        }
        return Json.NewObject().AddFilled("payload", payload);
    }

    private static void AddField(Json fields, string name, Json known) {
        DeclaredType type = DeclaredType.Of(known.Need(name));
        if (Array.IndexOf(Fields, name) >= 0 || type.Sort == Sort.List) return;
        Json told = Json.NewObject().Add("type", Json.Of(type.Name));
        if (type.Enum != null) told.Add("values", Json.ListOf(type.Enum, each => Json.Of(each)));
        fields.Add(name, told);
    }
}

// ---- Saves of an older version of a mind ---------------------------------------------------------------------------

/// <summary>Carries what was saved over to another version of a mind, by a table made at export. Data become data:
/// nothing of either mind runs.</summary>
internal static class Upgrades {
    private sealed class Memory {
        internal readonly byte[] Bytes;
        internal readonly int[] Ints;
        internal readonly Json[] Floats, Objects;
        internal Memory(Json data) {
            string bytes = data.Word("bytes", "");
            Bytes = new byte[bytes.Length / 2];
            for (int k = 0; k < Bytes.Length; k++) Bytes[k] = Convert.ToByte(bytes.Substring(2 * k, 2), 16);
            Ints = data.Ints("ints");
            Floats = data.ItemsOf("floats").ToArray();
            Objects = data.ItemsOf("objects").ToArray();
        }
        internal bool Runs(int row) => Bytes[row] == (byte)Status.Running;
    }

    /// <summary>Return a saved game with each agent carried over to its mind, by as many tables as that
    /// takes.</summary>
    /// <param name="minds">The hashes of the minds by agent.</param>
    internal static Json Game(Json saved, Dictionary<string, string> minds, List<Json> tables) {
        Json old = saved["agents"], agents = Json.NewObject(), shared = Json.NewObject(), found = Json.NewObject();
        Json places = saved["shared"] ?? Json.NewObject();
        foreach (string each in places.Names) shared.Add(each, places[each]);
        foreach (string id in old.Names) {
            Json agent = old[id];
            var left = new List<Json>(tables);
            while (agent.TextOr("mind") != minds[id]) {
                Json table = left.FindLast(each => each.TextOr("from") == agent.TextOr("mind"));
                if (table == null) break;
                left.RemoveAll(each => each.TextOr("from") == agent.TextOr("mind"));
                var freed = new List<string>();
                agent = Agent(agent, table, freed);
                foreach (string each in freed) shared.Add(each, Json.Of(shared.Number(each, 0) + 1));
            }
            agents.Add(id, agent);
        }
        foreach (string each in saved.Names) found.Add(each, saved[each]);
        return found.Add("agents", agents).AddFilled("shared", shared);
    }

    /// <summary>Return the rows that go on, of what was saved of an agent.</summary>
    internal static ICollection<int> RowsGoingOn(Json saved, Json table) =>
        GoingOn(new Memory(saved), table.ItemsOf("rows")).Keys;

    internal static Json Agent(Json saved, Json table, List<string> freed) {
        if (table.TextOr("format") != "mindloom-upgrade" || table["version"] == null
            || table["version"].NumberValue != 1)
            throw new MindError("It is no mindloom-upgrade of version 1: export it again.");
        try {
            return Carried(saved, table, freed);
        } catch (Exception problem) {
            throw new MindError("The save or the table of its upgrade is damaged: " + problem.Message.TrimEnd('.')
                + ".");
        }
    }

    private static Json Carried(Json saved, Json table, List<string> freed) {
        var old = new Memory(saved);
        string hash = saved.Word("mind", "");
        if (saved.Number("check", -1) != Mindloom.Agent.CheckOf(hash, saved.Word("bytes", ""), old.Ints))
            throw new JsonError("its check does not fit");
        var now = new Memory(table.Need("begin"));
        List<Json> rows = table.ItemsOf("rows");
        Dictionary<int, int> kept = GoingOn(old, rows);
        Move(table, "always", old, now);
        foreach (Json row in rows) {
            if (!kept.ContainsKey(row.Int("row", -1))) continue;
            Move(row, "moves", old, now);
            now.Bytes[row.At("to")] = (byte)Status.Running;
        }
        freed.AddRange(LetGo(table.ItemsOf("claims"), kept, old, now));
        string bytes = Saved.OfBytes(now.Bytes), to = table.Word("to", "");
        Json found = Json.NewObject().Add("mind", Json.Of(to)).Add("bytes", Json.Of(bytes))
            .AddFilled("ints", Json.ListOf(now.Ints, each => Json.Of(each)))
            .AddFilled("floats", Json.ListOf(now.Floats, each => each)).AddFilled("objects", Json.ListOf(now.Objects,
                each => each));
        foreach (string each in new[] { "ahead", "quiet" }) if (saved.Int(each, 0) != 0) found.Add(each, saved[each]);
        AddWaiting(found, saved, table, kept, old);
        if (saved.Flag("ended") && rows.Exists(each => each.At("row") == 0)) {
            found.Add("ended", Json.Of(true));
            Json final = rows.Find(each => saved["final"] != null && each.At("row") == saved.At("final"));
            if (final != null) found.Add("final", final["to"]);
        }
        return found.Add("check", Json.Of(Mindloom.Agent.CheckOf(to, bytes, now.Ints)));
    }

    /// <summary>Return the rows that go on, with their rows now; a machine does where its configuration is
    /// whole.</summary>
    private static Dictionary<int, int> GoingOn(Memory old, List<Json> rows) {
        var kept = new Dictionary<int, int>();
        foreach (Json row in rows) {
            int number = row.At("row");
            if (!old.Runs(number) || (row["in"] != null && !kept.ContainsKey(row.At("in")))) continue;
            if (Array.Exists(row.Ints("roles"), old.Runs)) continue;
            if (row.ItemsOf("at").TrueForAll(each => IsThere(each, old.Ints))) kept[number] = row.At("to");
        }
        for (int k = rows.Count - 1; k >= 0; k--) {
            bool any = rows[k]["one_of"] != null;
            int[] needed = rows[k].Ints(any ? "one_of" : "all_of");
            if (!kept.ContainsKey(rows[k].At("row")) || needed.Length == 0) continue;
            if (any ? Array.Exists(needed, kept.ContainsValue) : Array.TrueForAll(needed, kept.ContainsValue)) continue;
            int[] machine = rows[k].Ints("machine");
            foreach (int each in new List<int>(kept.Keys))
                if (machine[0] <= each && each < machine[1]) kept.Remove(each);
        }
        return kept;
    }

    /// <summary>Tell whether the child that a node is at is still there.</summary>
    private static bool IsThere(Json place, int[] ints) {
        List<Json> children = place.ItemsOf("children");
        int at = ints[place.At("from")];
        if (place["order"] != null && at >= 0 && at < children.Count) at = ints[place.At("order") + at];
        return at < 0 || at >= children.Count || children[at].Kind != JsonKind.Null;
    }

    private static void Move(Json around, string name, Memory old, Memory now) {
        foreach (Json move in around.ItemsOf(name)) {
            string op = move.Word("op", "");
            int from = move.At("from"), to = move.At("to"), count = move.Int("count", 1);
            if (move["unless"] != null && old.Bytes[move.At("unless")] != 0) continue;
            switch (op) {
                case "bytes": Array.Copy(old.Bytes, from, now.Bytes, to, count); break;
                case "ints": Array.Copy(old.Ints, from, now.Ints, to, count); break;
                case "floats": Array.Copy(old.Floats, from, now.Floats, to, count); break;
                case "objects": Array.Copy(old.Objects, from, now.Objects, to, count); break;
                case "result":
                    if (old.Bytes[from] == (byte)Status.Success || old.Bytes[from] == (byte)Status.Failure)
                        now.Bytes[to] = old.Bytes[from];
                    break;
                case "armed": now.Bytes[to] = old.Bytes[from] != 0 ? (byte)1 : (byte)0; break;
                case "set": now.Ints[to] = move.Int("value", 0); break;
                case "tick":
                    now.Ints[to] = move.Flag("unset") && old.Ints[from] == 0 ? 0 : Later(old.Ints[from],
                        move.Int("longer", 0));
                    break;
                default: MoveChild(move, op, old.Ints, now.Ints); break;
            }
        }
    }

    private static int Later(int tick, int longer) => (int)Math.Min(Math.Max((long)tick + longer, 0),
        Numbers.MostTicks);

    /// <summary>Move a child, an order of children, or a place in such an order.</summary>
    private static void MoveChild(Json move, string op, int[] old, int[] now) {
        int from = move.At("from"), to = move.At("to"), among = move.Int("among", 0);
        int[] children = Array.ConvertAll(move.ItemsOf("children").ToArray(), each => // -1 for one that is gone
            each.Kind == JsonKind.Null ? -1 : each.AsInt());
        if (op == "order") {
            var order = new List<int>();
            for (int k = 0; k < children.Length; k++)
                if (children[old[from + k]] >= 0) order.Add(children[old[from + k]]);
            for (int child = 0; child < among; child++) if (!order.Contains(child)) order.Add(child);
            order.CopyTo(now, to);
            return;
        }
        int at = old[from];
        bool isChild = at >= 0 && at < children.Length;
        if (op == "child") {
            if (!isChild) now[to] = at;
            else if (children[at] >= 0) now[to] = children[at];
        } else if (op == "place") {
            int child = isChild ? children[old[move.At("order") + at]] : -1;
            int place = child < 0 ? -1 : Array.IndexOf(now, child, move.At("into"), among);
            if (place >= 0) now[to] = place - move.At("into");
        } else throw new JsonError("there is no move '" + op + "'");
    }

    /// <summary>Let claims go that are gone, or whose row does not go on; return the places given back.</summary>
    private static List<string> LetGo(List<Json> claims, Dictionary<int, int> kept, Memory old, Memory now) {
        var lost = new SortedDictionary<string, string>(StringComparer.Ordinal);
        var held = new List<string>();
        foreach (Json claim in claims) {
            string name = old.Objects[claim.At("from")].Text;
            if (name == null) continue;
            bool hasRow = claim["to"] != null;
            if (hasRow && (claim.At("in") == -1 || kept.ContainsValue(claim.At("in")))) { held.Add(name); continue; }
            if (hasRow) now.Objects[claim.At("to")] = new Json();
            if (claim["counter"] != null) lost[name] = claim.Word("counter", "");
        }
        var freed = new List<string>();
        foreach (KeyValuePair<string, string> each in lost) if (!held.Contains(each.Key)) freed.Add(each.Value);
        return freed;
    }

    /// <summary>Add what is posted, delayed, pending and asked for, as far as it goes on.</summary>
    private static void AddWaiting(Json found, Json saved, Json table, Dictionary<int, int> kept, Memory old) {
        string[] events = table.Texts("events");
        var rows = new Dictionary<int, int>(kept) { [-1] = -1 };
        var armed = new Dictionary<int, int>();
        foreach (Json pair in table.ItemsOf("triggers")) armed[pair.IntAt(0)] = pair.IntAt(1);
        Predicate<Json> isKnown = of => of == null || Array.IndexOf(events, of.Word("name", "")) >= 0;
        found.AddFilled("posted", Json.ListOf(saved.ItemsOf("posted").FindAll(isKnown), each => each));
        List<Json> delayed = saved.ItemsOf("delayed").FindAll(each => rows.ContainsKey(each.At("machine"))
            && rows.ContainsKey(each.At("state")) && isKnown(each["event"]));
        found.AddFilled("delayed", Json.ListOf(delayed, each => each.Copy()
            .Add("machine", Json.Of(rows[each.At("machine")])).Add("state", Json.Of(rows[each.At("state")]))));
        List<Json> ways = table.ItemsOf("transitions");
        Func<Json, Json> wayOf = each => ways.Find(way => way.At("row") == each.At("transition"));
        List<Json> pending = saved.ItemsOf("pending").FindAll(each =>
            kept.ContainsKey(each.At("source")) && wayOf(each) != null && isKnown(each["event"]));
        found.AddFilled("pending", Json.ListOf(pending, each => each.Copy()
            .Add("source", Json.Of(kept[each.At("source")])).Add("transition", wayOf(each).Need("to"))
            .Add("due", Json.Of(Later(each.Int("due", 0), wayOf(each).Int("longer", 0))))
            .Add("armed", Json.ListOf(Array.FindAll(each.Ints("armed"), armed.ContainsKey), place =>
                Json.Of(armed[place])))));
        var running = new Dictionary<int, int>();
        foreach (Json row in table.ItemsOf("rows")) running[row.At("row")] = row.At("to");
        List<Json> requests = saved.ItemsOf("requests").FindAll(each =>
            (old.Runs(each.At("row")) ? kept : running).ContainsKey(each.At("row")));
        found.AddFilled("requests", Json.ListOf(requests, each => each.Copy().Add("row",
            Json.Of(running[each.At("row")]))));
    }
}

// ---- JSON ----------------------------------------------------------------------------------------------------------

internal enum JsonKind : byte { Null, Bool, Number, Text, List, Object }

/// <summary>Says that JSON data has something else than is read.</summary>
internal sealed class JsonError : MindError {
    internal JsonError(string words) : base(words) { }
}

/// <summary>JSON data. What is null is as good as what is not there.</summary>
internal sealed class Json {
    private const int MostDepth = 500;
    private static readonly List<Json> NoItems = new List<Json>();
    private static readonly List<string> NoNames = new List<string>();
    internal JsonKind Kind;
    internal string Text;
    internal double NumberValue;
    internal List<Json> Items; // of a list
    private Dictionary<string, Json> fields; // of an object
    internal List<string> Names = NoNames; // of its fields, in order
    private bool truth;

    // -- made by hand
    internal static Json Of(string text) =>
        text == null ? new Json() : new Json { Kind = JsonKind.Text, Text = text };
    internal static Json Of(double number) => new Json { Kind = JsonKind.Number, NumberValue = number };
    internal static Json Of(bool truth) => new Json { Kind = JsonKind.Bool, truth = truth };
    public static implicit operator Json(string text) => Of(text);
    internal static Json ListOf(params Json[] items) => ListOf(items, each => each);
    internal static Json NewList() => new Json { Kind = JsonKind.List, Items = new List<Json>() };
    internal static Json NewObject() => new Json {
        Kind = JsonKind.Object, fields = new Dictionary<string, Json>(), Names = new List<string>(),
    };
    internal static Json ListOf<T>(IEnumerable<T> values, Func<T, Json> make) {
        Json list = NewList();
        foreach (T each in values) list.Items.Add(make(each));
        return list;
    }
    internal Json Add(string name, Json value) {
        if (!fields.ContainsKey(name)) Names.Add(name);
        fields[name] = value;
        return this;
    }
    internal Json Copy() {
        Json made = NewObject();
        foreach (string each in Names) made.Add(each, fields[each]);
        return made;
    }
    internal Json AddFilled(string name, Json value) =>
        (value.Items != null ? value.Items.Count : value.Names.Count) > 0 ? Add(name, value) : this;

    // -- read
    internal bool IsTrue => Kind == JsonKind.Bool && truth;
    internal bool Has(string name) => Kind == JsonKind.Object && fields.ContainsKey(name);
    /// <summary>Return a field, null where it is not there or is null.</summary>
    internal Json this[string name] {
        get {
            Json found;
            return Kind == JsonKind.Object && fields.TryGetValue(name, out found) && found.Kind != JsonKind.Null
                ? found : null;
        }
    }
    internal void MustBe(JsonKind kind, string name) {
        if (Kind != kind) throw new JsonError("'" + name + "' is no " + kind.ToString().ToLowerInvariant() + ".");
    }
    private Json Field(string name, JsonKind kind) {
        Json found = this[name];
        if (found != null) found.MustBe(kind, name);
        return found;
    }
    internal Json Need(string name) => this[name] ?? throw new JsonError("'" + name + "' is not there.");
    internal bool Flag(string name) { Json found = this[name]; return found != null && found.IsTrue; }
    internal string TextOr(string name) { Json found = this[name]; return found == null ? null : found.Text; }
    internal string TypeWord() {
        Json found = this["type"];
        return found == null || found.Text == null ? "" : found.Text;
    }
    internal string Word(string name, string otherwise) {
        Json found = Field(name, JsonKind.Text);
        return found == null ? otherwise : found.Text;
    }
    /// <summary>Return a place, or the number of a row; -1 for none.</summary>
    internal int At(string name) => Int(name, -1);
    internal double Number(string name, double otherwise) {
        Json found = Field(name, JsonKind.Number);
        return found == null ? otherwise : found.NumberValue;
    }
    internal int Int(string name, int otherwise) {
        Json found = Field(name, JsonKind.Number);
        return found == null ? otherwise : found.AsInt();
    }
    internal int AsInt() {
        MustBe(JsonKind.Number, Kind.ToString());
        return Numbers.IsInt(NumberValue) ? (int)NumberValue :
            throw new JsonError(JsonText.OfNumber(NumberValue) + " is no int.");
    }
    internal List<Json> ItemsOf(string name) {
        Json found = Field(name, JsonKind.List);
        return found == null ? NoItems : found.Items;
    }
    internal bool IsListOf(Predicate<Json> isIt) =>
        Kind == JsonKind.List && Items.TrueForAll(each => each.Kind == JsonKind.Number && isIt(each));
    internal int IntAt(int place) =>
        Items != null && place < Items.Count ? Items[place].AsInt() :
            throw new JsonError("There is no item " + place + ".");
    internal int[] Ints(string name) => Map(name, each => each.AsInt());
    internal double[] NumbersOf(string name) => Map(name, each => { each.MustBe(JsonKind.Number,
        name); return each.NumberValue; });
    internal string[] Texts(string name) => Map(name, each => { each.MustBe(JsonKind.Text, name); return each.Text; });
    /// <summary>Make something of each item of a list; none where it is not there.</summary>
    internal T[] Map<T>(string name, Func<Json, T> make) {
        List<Json> items = ItemsOf(name);
        var made = new T[items.Count];
        for (int k = 0; k < made.Length; k++) made[k] = make(items[k]);
        return made;
    }
    internal T[] MapItems<T>(Func<Json, T> make) {
        MustBe(JsonKind.List, "list");
        var made = new T[Items.Count];
        for (int k = 0; k < made.Length; k++) made[k] = make(Items[k]);
        return made;
    }

    // -- parsed
    /// <summary>Parse a text that holds an object; `what` is said where it does not.</summary>
    internal static Json Parse(string text, string what) {
        Json made;
        try {
            made = new Reader(text ?? "").Whole();
        } catch (JsonError problem) { throw new MindError("The " + what + " is no JSON: " + problem.Message); }
        return made.Kind == JsonKind.Object ? made : throw new MindError("The " + what + " holds no object.");
    }
    private sealed class Reader {
        private static readonly double[] Powers = {
            1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
            1e20, 1e21, 1e22,
        };
        private readonly string text;
        private int at, depth;
        internal Reader(string text) { this.text = text; }
        internal Json Whole() {
            if (text.Length > 0 && text[0] == '\uFEFF') at = 1;
            Json value = Next();
            SkipSpace();
            return at == text.Length ? value : throw Odd();
        }
        private JsonError Odd() {
            if (at >= text.Length) return new JsonError("it ends too early.");
            return new JsonError("there is " + JsonText.Of(Of(text[at].ToString())) + " at place " + at + ".");
        }
        private void SkipSpace() {
            while (at < text.Length && " \n\r\t".IndexOf(text[at]) >= 0) at++;
        }
        private bool Takes(char wanted) {
            SkipSpace();
            if (at >= text.Length || text[at] != wanted) return false;
            at++;
            return true;
        }
        private void Must(char wanted) { if (!Takes(wanted)) throw Odd(); }
        private Json Next() {
            SkipSpace();
            if (at >= text.Length || ++depth > MostDepth) throw Odd();
            Json made;
            switch (text[at]) {
                case '{': made = ObjectHere(); break;
                case '[': made = ListHere(); break;
                case '"': made = Of(TextHere()); break;
                case 't': Word("true"); made = Of(true); break;
                case 'f': Word("false"); made = Of(false); break;
                case 'n': Word("null"); made = new Json(); break;
                default: made = Of(NumberHere()); break;
            }
            depth--;
            return made;
        }
        private Json ObjectHere() {
            Json made = NewObject();
            at++;
            if (Takes('}')) return made;
            do {
                SkipSpace();
                if (at >= text.Length || text[at] != '"') throw Odd();
                string name = TextHere();
                Must(':');
                made.Add(name, Next());
            } while (Takes(','));
            Must('}');
            return made;
        }
        private Json ListHere() {
            Json made = NewList();
            at++;
            if (Takes(']')) return made;
            do made.Items.Add(Next()); while (Takes(','));
            Must(']');
            return made;
        }
        private void Word(string word) {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Odd();
            at += word.Length;
        }
        private string TextHere() {
            int from = ++at;
            while (at < text.Length && text[at] != '"' && text[at] != '\\' && text[at] >= ' ') at++;
            if (at < text.Length && text[at] == '"') return text.Substring(from, at++ - from);
            var made = new StringBuilder(text, from, at - from, 64);
            for (; at < text.Length && text[at] >= ' '; at++) {
                if (text[at] == '"') { at++; return made.ToString(); }
                made.Append(text[at] == '\\' ? Escaped() : text[at]);
            }
            throw Odd();
        }
        private char Escaped() {
            if (++at >= text.Length) throw Odd();
            switch (text[at]) {
                case 'n': return '\n';
                case 't': return '\t';
                case 'r': return '\r';
                case 'b': return '\b';
                case 'f': return '\f';
                case '"': case '\\': case '/': return text[at];
            }
            ushort code;
            if (text[at] != 'u' || at + 4 >= text.Length || !ushort.TryParse(text.Substring(at + 1, 4),
                NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code)) throw Odd();
            at += 4;
            return (char)code;
        }
        private bool IsZero(int from, int to) {
            for (int k = from; k < to && text[k] != 'e' && text[k] != 'E'; k++)
                if (text[k] >= '1' && text[k] <= '9') return false;
            return true;
        }

        private bool IsDigit => at < text.Length && text[at] >= '0' && text[at] <= '9';
        /// <summary>Read a number: of at most 15 digits and a small exponent at once, which is exact.</summary>
        private double NumberHere() {
            int from = at, digits = 0, exponent = 0;
            long whole = 0;
            if (text[at] == '-') at++;
            if (!IsDigit) throw Odd();
            if (text[at] == '0') at++;
            else for (; IsDigit; at++) { digits++; whole = unchecked(whole * 10 + (text[at] - '0')); }
            if (at < text.Length && text[at] == '.') {
                at++;
                if (!IsDigit) throw Odd();
                for (; IsDigit; at++) { digits++; exponent--; whole = unchecked(whole * 10 + (text[at] - '0')); }
            }
            if (at < text.Length && (text[at] == 'e' || text[at] == 'E')) {
                at++;
                bool isMinus = at < text.Length && text[at] == '-';
                if (at < text.Length && (text[at] == '-' || text[at] == '+')) at++;
                if (!IsDigit) throw Odd();
                int raised = 0;
                for (; IsDigit; at++) raised = Math.Min(raised * 10 + (text[at] - '0'), 100000);
                exponent += isMinus ? -raised : raised;
            }
            if (digits > 15 || exponent < -22 || exponent > 22) {
                int size = digits + exponent;
                if (size >= -400 && size <= 400) return Decimals.Parse(text.Substring(from, at - from));
                double far = size < 0 || IsZero(from, at) ? 0 : double.PositiveInfinity;
                return text[from] == '-' ? -far : far;
            }
            double number = exponent < 0 ? whole / Powers[-exponent] : whole * Powers[exponent];
            return text[from] == '-' ? -number : number;
        }
    }
}

/// <summary>Reads decimals to the last bit, which `double.Parse` of some runtimes does not.</summary>
internal static class Decimals {
    private static readonly List<uint> Left = new List<uint>(), Right = new List<uint>(); // large numbers, least first
    private static readonly object Lock = new object();

    /// <summary>Return the double that is nearest to a decimal as JSON has it; half way the even one.</summary>
    internal static double Parse(string text) {
        double near;
        if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out near))
            return text[0] == '-' ? double.NegativeInfinity : double.PositiveInfinity; // too large for some
        if (!Numbers.IsFinite(near)) return near;
        long bits = BitConverter.DoubleToInt64Bits(Math.Abs(near));
        lock (Lock) {
            for (int steps = 0; steps < 8; steps++) {
                if (bits > 0 && IsNearer(text, bits - 1, bits)) bits--;
                else if (IsNearer(text, bits, bits + 1)) break;
                else bits++;
            }
        }
        double found = BitConverter.Int64BitsToDouble(bits);
        return text[0] == '-' ? -found : found;
    }

    /// <summary>Tell whether a decimal is nearer to the lower of two neighbors, given by their bits.</summary>
    private static bool IsNearer(string text, long lower, long upper) {
        int exponent = Digits(text), binary = (int)(lower >> 52);
        ulong whole = (ulong)lower & 0xfffffffffffffUL;
        if (binary > 0) whole |= 1UL << 52;
        else binary = 1;
        ulong middle = 2 * whole + 1; // times 2 to the power of `binary` - 1076
        Right.Clear();
        Right.Add((uint)middle);
        Right.Add((uint)(middle >> 32));
        for (int k = 0; k < Math.Abs(exponent); k++) Multiply(exponent > 0 ? Left : Right, 10, 0);
        for (int k = 0; k < Math.Abs(binary - 1076); k++) Multiply(binary > 1076 ? Right : Left, 2, 0);
        int order = Compare();
        return order < 0 || (order == 0 && (lower & 1) == 0);
    }

    /// <summary>Leave the digits of a decimal in `Left`; return the power of 10 that they are to be multiplied
    /// by.</summary>
    private static int Digits(string text) {
        int exponent = 0, mark = text.IndexOfAny(new[] { 'e', 'E' }), end = mark < 0 ? text.Length : mark;
        Left.Clear();
        bool isFraction = false;
        for (int k = 0; k < end; k++) {
            if (text[k] == '.') isFraction = true;
            if (text[k] < '0' || text[k] > '9') continue;
            Multiply(Left, 10, (uint)(text[k] - '0'));
            if (isFraction) exponent--;
        }
        return mark < 0 ? exponent : exponent + int.Parse(text.Substring(mark + 1), CultureInfo.InvariantCulture);
    }

    private static void Multiply(List<uint> number, uint by, uint more) {
        ulong carried = more;
        for (int k = 0; k < number.Count; k++) {
            carried += (ulong)number[k] * by;
            number[k] = unchecked((uint)carried);
            carried >>= 32;
        }
        if (carried > 0) number.Add((uint)carried);
    }

    private static int Compare() {
        for (int k = Math.Max(Left.Count, Right.Count) - 1; k >= 0; k--) {
            uint left = k < Left.Count ? Left[k] : 0, right = k < Right.Count ? Right[k] : 0;
            if (left != right) return left < right ? -1 : 1;
        }
        return 0;
    }
}

/// <summary>Writes JSON.</summary>
internal static class JsonText {
    internal static string Of(Json data) {
        var text = new StringBuilder();
        Write(data, text);
        return text.ToString();
    }
    /// <summary>Return the shortest decimal that reads back as a number.</summary>
    internal static string OfNumber(double number) {
        if (double.IsNaN(number)) return "NaN";
        if (double.IsInfinity(number)) return number > 0 ? "Infinity" : "-Infinity";
        if (number == 0) return Numbers.IsNegative(number) ? "-0" : "0";
        if (Numbers.IsInt(number)) return ((int)number).ToString(CultureInfo.InvariantCulture);
        foreach (string format in new[] { "G15", "G16" }) {
            string text = number.ToString(format, CultureInfo.InvariantCulture);
            if (Decimals.Parse(text) == number) return text;
        }
        return number.ToString("G17", CultureInfo.InvariantCulture);
    }
    /// <summary>Return what an enum is called in JSON.</summary>
    internal static string OfName(Enum value) => value.ToString().ToLowerInvariant();
    private static void Write(Json data, StringBuilder text) {
        switch (data.Kind) {
            case JsonKind.Null: text.Append("null"); break;
            case JsonKind.Bool: text.Append(data.IsTrue ? "true" : "false"); break;
            case JsonKind.Number: text.Append(OfNumber(data.NumberValue)); break;
            case JsonKind.Text: WriteText(data.Text, text); break;
            case JsonKind.List: {
                text.Append('[');
                for (int k = 0; k < data.Items.Count; k++) {
                    if (k > 0) text.Append(',');
                    Write(data.Items[k], text);
                }
                text.Append(']');
                break;
            }
            default: {
                text.Append('{');
                for (int k = 0; k < data.Names.Count; k++) {
                    if (k > 0) text.Append(',');
                    WriteText(data.Names[k], text);
                    text.Append(':');
                    Write(data[data.Names[k]] ?? new Json(), text);
                }
                text.Append('}');
                break;
            }
        }
    }
    private static void WriteText(string value, StringBuilder text) {
        text.Append('"');
        for (int k = 0; k < value.Length; k++) {
            char letter = value[k];
            bool isPair = char.IsHighSurrogate(letter) && k + 1 < value.Length && char.IsLowSurrogate(value[k + 1]);
            if (isPair) text.Append(letter).Append(value[++k]);
            else if (letter == '"' || letter == '\\') text.Append('\\').Append(letter);
            else if (letter >= ' ' && !char.IsSurrogate(letter)) text.Append(letter);
            else text.Append("\\u").Append(((int)letter).ToString("x4", CultureInfo.InvariantCulture));
        }
        text.Append('"');
    }
}

/// <summary>Values as saves and programs have them: numbers that JSON has not are texts.</summary>
internal static class Saved {
    internal static string OfBytes(byte[] bytes) {
        var text = new StringBuilder(bytes.Length * 2);
        foreach (byte each in bytes) text.Append("0123456789abcdef"[each >> 4]).Append("0123456789abcdef"[each & 15]);
        return text.ToString();
    }
    internal static Json ToJson(Value value) {
        switch (value.Kind) {
            case Kind.Bool: return Json.Of(value.Bool);
            case Kind.Number: return ToJson(value.Number);
            case Kind.Vector: return Json.ListOf(new[] { value.Vector.X, value.Vector.Y }, ToJson);
            case Kind.Text: return Json.Of(value.Text);
            case Kind.List: return Json.NewObject().Add("list", Json.ListOf(value.List, ToJson));
            default: return new Json();
        }
    }
    internal static Json ToJson(double number) {
        bool isPlain = Numbers.IsFinite(number) && !(number == 0 && Numbers.IsNegative(number));
        return isPlain ? Json.Of(number) : Json.Of(JsonText.OfNumber(number));
    }
    /// <summary>Return the value of JSON data; its type tells where a text is a number.</summary>
    internal static Value ToValue(Json data, DeclaredType type) {
        if (data == null) return Value.Nobody;
        switch (data.Kind) {
            case JsonKind.Bool: return data.IsTrue;
            case JsonKind.Number: return data.NumberValue;
            case JsonKind.Text: {
                bool isFloat = type != null && (type.Sort == Sort.Float || type.Name == "seconds");
                return isFloat ? Special(data.Text) : data.Text;
            }
            case JsonKind.List: {
                if (data.Items.Count != 2) throw new JsonError("A vector has two numbers.");
                return new Vector(ToValue(data.Items[0], DeclaredType.Float).Number, ToValue(data.Items[1],
                    DeclaredType.Float).Number);
            }
            case JsonKind.Object:
                data.Need("list").MustBe(JsonKind.List, "list");
                return data.Map("list", each => ToValue(each, type == null ? null : type.Item));
            default: return Value.Nobody;
        }
    }
    private static Value Special(string text) {
        switch (text) {
            case "NaN": return double.NaN;
            case "Infinity": return double.PositiveInfinity;
            case "-Infinity": return double.NegativeInfinity;
            case "-0": return -0.0;
            default: return text;
        }
    }
    internal static Json OfFields(string[] names, Value[] values) {
        Json made = Json.NewObject();
        for (int k = 0; k < names.Length; k++) made.Add(names[k], ToJson(values[k]));
        return made;
    }
    internal static Json OfEvent(Event of) => of == null ? new Json()
        : Json.NewObject().Add("name", Json.Of(of.Name)).AddFilled("fields", OfFields(of.Fields, of.Values));
    internal static Event ToEvent(Json data, Program program) {
        if (data == null) return null;
        string name = data.Need("name").Text ?? throw new JsonError("An event has a name.");
        Json fields = data["fields"];
        if (fields == null) return new Event(name);
        Need need = Need.Named(program.Events, name);
        string[] names = fields.Names.ToArray();
        return new Event(name, names, Array.ConvertAll(names, each =>
            ToValue(fields[each], need == null ? null : need.TypeOf(each))));
    }
}

} // Mindloom.Internals

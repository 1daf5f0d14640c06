// A night guard in a terminal: a thief walks through the room, and the guard thinks.
//     mcs -out:game.exe Program.cs ../../executors/csharp/Mindloom.cs
//     mono game.exe [SECONDS [FOLDER OF THE MIND]]
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using Mindloom;

internal static class Program {
    private static readonly Vector[] Posts = {
        new Vector(3, 3), new Vector(17, 3), new Vector(17, 11), new Vector(3, 11),
    };
    private static readonly Dictionary<string, Vector> Places = new Dictionary<string, Vector> {
        { "guard", new Vector(3, 3) }, { "thief", new Vector(19, 7) },
    };

    /// <summary>Move somebody straight towards a place; tell whether it is reached.</summary>
    private static bool Walk(string who, Vector to, double step) {
        Vector from = Places[who];
        double left = Distance(from, to), part = left <= step ? 1 : step / left;
        Places[who] = new Vector(from.X + (to.X - from.X) * part, from.Y + (to.Y - from.Y) * part);
        return left <= step;
    }

    private static double Distance(Vector p, Vector q) =>
        Math.Sqrt((p.X - q.X) * (p.X - q.X) + (p.Y - q.Y) * (p.Y - q.Y));

    private static Status WalkTo(Context context, Arguments given) =>
        Walk(context.Agent, given.Vector("place"), given.Number("speed") * context.Dt)
            ? Status.Success : Status.Running;

    private static Status TurnAbout(Context context, Arguments given) =>
        context.Elapsed >= given.Number("seconds") ? Status.Success : Status.Running;

    private static Status CallOut(Context context, Arguments given) {
        Console.WriteLine("        “" + given.Text("words") + "”");
        return Status.Success;
    }

    private static void Main(string[] args) {
        double seconds = args.Length > 0 ? double.Parse(args[0], CultureInfo.InvariantCulture) : 30;
        string folder = args.Length > 1 ? args[1]
            : Path.Combine(AppDomain.CurrentDomain.BaseDirectory, "..", "night_guard");
        Func<string, string> load = name => File.ReadAllText(Path.Combine(folder, "night_guard." + name + ".json"));
        var minds = new Minds(seed: 1) {
            Actions = { { "walk_to", WalkTo }, { "turn_about", TurnAbout }, { "call_out", CallOut } },
        };
        Agent guard = minds.Add("guard", Mind.Parse(load("runtime"), load("names")));

        string doing = "";
        var thiefGoesTo = new Vector(1, 2);
        for (int tick = 0; tick < seconds * minds.Rate; tick++) {
            if (Walk("thief", thiefGoesTo, 3 / minds.Rate))
                thiefGoesTo = thiefGoesTo.X == 1 ? new Vector(19, 12) : new Vector(1, 2);
            guard.Set("sees", Distance(Places["guard"], Places["thief"]) < 3.5);
            guard.Set("thief_place", Places["thief"]);
            guard.Set("post_place", Posts[guard.Get("post").Int]);
            minds.Tick();
            string now = string.Join(" / ", guard.ActiveStates);
            string time = (tick / minds.Rate).ToString("F1", CultureInfo.InvariantCulture);
            if (now != doing) Console.WriteLine(time.PadLeft(6) + " s " + (doing = now));
        }
    }
}

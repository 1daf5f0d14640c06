// A night guard in Unity: put this on the guard, with Mindloom.cs somewhere in the project's Assets. Give it
// night_guard.runtime.json and night_guard.names.json as text assets, the thief, and the posts that it walks between.
using Mindloom;
using UnityEngine;

public sealed class NightGuard : MonoBehaviour {
    public TextAsset program;
    public TextAsset names;
    public Transform thief;
    public Transform[] posts;
    public float sight = 3.5f;

    private Minds minds;
    private Agent guard;
    private double left; // seconds that have passed and are not ticked yet

    private void Start() {
        minds = new Minds(seed: 1) {
            Actions = { { "walk_to", WalkTo }, { "turn_about", TurnAbout }, { "call_out", CallOut } },
        };
        guard = minds.Add("guard", Mind.Parse(program.text, names.text));
    }

    private void Update() {
        for (left += Time.deltaTime; left >= 1 / minds.Rate; left -= 1 / minds.Rate) {
            guard.Set("sees", Vector3.Distance(transform.position, thief.position) < sight);
            guard.Set("thief_place", PlaceOf(thief));
            guard.Set("post_place", PlaceOf(posts[guard.Get("post").Int]));
            minds.Tick();
            foreach (AgentError each in guard.Errors) Debug.LogWarning(each);
        }
    }

    /// <summary>The room of the mind is flat: its y is the world's z.</summary>
    private static Vector PlaceOf(Transform thing) => new Vector(thing.position.x, thing.position.z);

    private Status WalkTo(Context context, Arguments given) {
        Vector place = given.Vector("place");
        var goal = new Vector3((float)place.X, transform.position.y, (float)place.Y);
        var step = (float)(given.Number("speed") * context.Dt);
        transform.position = Vector3.MoveTowards(transform.position, goal, step);
        return Vector3.Distance(transform.position, goal) < 0.001f ? Status.Success : Status.Running;
    }

    private Status TurnAbout(Context context, Arguments given) {
        transform.Rotate(0, (float)(360 * context.Dt / given.Number("seconds")), 0);
        return context.Elapsed >= given.Number("seconds") ? Status.Success : Status.Running;
    }

    private Status CallOut(Context context, Arguments given) {
        Debug.Log(given.Text("words"));
        return Status.Success;
    }
}

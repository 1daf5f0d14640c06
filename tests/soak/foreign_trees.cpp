// Trees that tick for the client of Groot2's protocol to look at: foreign_trees NAME PORT [SECONDS].
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "behaviortree_cpp/bt_factory.h"
#include "behaviortree_cpp/loggers/groot2_publisher.h"

namespace {

// A task that runs for some ticks, then succeeds or fails.
class Task : public BT::StatefulActionNode {
 public:
  Task(const std::string& name, const BT::NodeConfig& config) : StatefulActionNode(name, config) {}

  static BT::PortsList providedPorts() {
    return {BT::InputPort<int>("ticks", 1, "how many ticks it runs"),
            BT::InputPort<bool>("fails", false, "whether it fails"),
            BT::OutputPort<int>("count", "how often it began")};
  }

  BT::NodeStatus onStart() override {
    left_ = getInput<int>("ticks").value_or(1);
    setOutput("count", ++count_);
    return onRunning();
  }

  BT::NodeStatus onRunning() override {
    if (left_-- > 0) { return BT::NodeStatus::RUNNING; }
    return getInput<bool>("fails").value_or(false) ? BT::NodeStatus::FAILURE : BT::NodeStatus::SUCCESS;
  }

  void onHalted() override {}

 private:
  int left_ = 0;
  int count_ = 0;
};

const char* const kDoor = R"(<root BTCPP_format="4">
  <BehaviorTree ID="CrossDoor">
    <Sequence name="cross the door">
      <Script code="open := false; waypoint := 'hall'"/>
      <Fallback name="through the door">
        <Inverter><IsClosed/></Inverter>
        <SubTree ID="OpenDoor" _autoremap="true" open="{open}"/>
      </Fallback>
      <Task name="pass through" ticks="3"/>
    </Sequence>
  </BehaviorTree>
  <BehaviorTree ID="OpenDoor">
    <Fallback name="try to open" _onSuccess="open := true">
      <Task name="turn the handle" ticks="1" fails="true"/>
      <RetryUntilSuccessful num_attempts="3"><Task name="pick the lock" ticks="2" fails="true"/></RetryUntilSuccessful>
      <Task name="smash the door" ticks="2" count="{smashed}"/>
    </Fallback>
  </BehaviorTree>
</root>)";

const char* const kPatrol = R"(<root BTCPP_format="4">
  <BehaviorTree ID="Patrol">
    <ReactiveFallback>
      <Sequence name="fight" _skipIf="enemy == 0"><Task name="attack" ticks="2"/></Sequence>
      <Sequence name="rounds">
        <Script code="enemy := 0; route := 'A;B'"/>
        <SubTree ID="GoTo" name="first" place="A"/>
        <SubTree ID="GoTo" name="second" place="{route}"/>
        <Parallel success_count="2" failure_count="1">
          <SubTree ID="LookAround"/>
          <Task name="listen" ticks="4" count="{heard}"/>
        </Parallel>
      </Sequence>
    </ReactiveFallback>
  </BehaviorTree>
  <BehaviorTree ID="GoTo">
    <Sequence><Task name="walk" ticks="2" count="{walks}"/><SubTree ID="LookAround" name="glance"/></Sequence>
  </BehaviorTree>
  <BehaviorTree ID="LookAround">
    <ForceSuccess><Task name="turn" ticks="1" fails="true"/></ForceSuccess>
  </BehaviorTree>
</root>)";

// A tree of 200 nodes: the root, 9 groups of 20, and 19 tasks.
std::string large_tree() {
  std::string text = R"(<root BTCPP_format="4"><BehaviorTree ID="Large"><Sequence name="all">)";
  for (int group = 1; group <= 9; ++group) {
    text += "<Fallback name=\"group " + std::to_string(group) + "\">";
    for (int row = 0; row < 6; ++row) { text += "<Sequence><Inverter><IsClosed/></Inverter></Sequence>"; }
    text += "<Task name=\"work\" ticks=\"3\"/></Fallback>";
  }
  for (int task = 1; task <= 19; ++task) { text += "<Task name=\"end " + std::to_string(task) + "\"/>"; }
  return text + "</Sequence></BehaviorTree></root>";
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "foreign_trees door|patrol|large PORT [SECONDS]\n");
    return 2;
  }
  const std::string name = argv[1];
  const std::string text = name == "door" ? kDoor : name == "patrol" ? kPatrol : large_tree();
  BT::BehaviorTreeFactory factory;
  factory.registerNodeType<Task>("Task");
  factory.registerSimpleCondition("IsClosed", [](BT::TreeNode&) { return BT::NodeStatus::SUCCESS; });
  factory.registerBehaviorTreeFromText(text);
  auto tree = factory.createTree(name == "door" ? "CrossDoor" : name == "patrol" ? "Patrol" : "Large");
  if (name == "patrol") { tree.rootBlackboard()->set("enemy", 0); }
  BT::Groot2Publisher publisher(tree, static_cast<unsigned>(std::atoi(argv[2])));
  int nodes = 0;
  tree.applyVisitor([&nodes](BT::TreeNode*) { ++nodes; });
  std::printf("%s: %d nodes\n", name.c_str(), nodes);
  std::fflush(stdout);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(argc > 3 ? std::atoi(argv[3]) : 60);
  while (std::chrono::steady_clock::now() < end) {
    tree.tickExactlyOnce();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return 0;
}

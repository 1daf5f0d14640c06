/*
 * Count the visits a second of CPU time of a tree in BehaviorTree.CPP. MIT License.
 *
 *     behavior_tree_cpp TREE.xml VISITS TICKS
 */
#include "behaviortree_cpp/bt_factory.h"

#include <cstdlib>
#include <ctime>
#include <iostream>

namespace {
class Run : public BT::StatefulActionNode {
public:
  using StatefulActionNode::StatefulActionNode;
  static BT::PortsList providedPorts() { return {}; }
  BT::NodeStatus onStart() override { return BT::NodeStatus::RUNNING; }
  BT::NodeStatus onRunning() override { return BT::NodeStatus::RUNNING; }
  void onHalted() override {}
};
} // namespace

int main(int count, char** words) {
  if (count < 4) return std::cerr << "behavior_tree_cpp TREE.xml VISITS TICKS\n", 2;
  BT::BehaviorTreeFactory factory;
  factory.registerSimpleAction("Succeed", [](BT::TreeNode&) { return BT::NodeStatus::SUCCESS; });
  factory.registerSimpleAction("Fail", [](BT::TreeNode&) { return BT::NodeStatus::FAILURE; });
  factory.registerNodeType<Run>("Run");
  auto tree = factory.createTreeFromFile(words[1]);
  const double visits = std::atof(words[2]);
  const int ticks = std::atoi(words[3]);
  for (int tick = 0; tick < 1000; ++tick) tree.tickExactlyOnce();
  const std::clock_t begun = std::clock();
  for (int tick = 0; tick < ticks; ++tick) tree.tickExactlyOnce();
  const double spent = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  std::cout << visits * ticks / spent << "\n";
}

// Trees run by BehaviorTree.CPP: reads a job on each line of its input, writes on one line what each tick did.
//
// A job: {"xml", "tree", "ticks", "actions", "conditions", "decorators", "controls" (of each sort the ports by id:
// {"Move": {"speed": "int"}}; of any other type than int, double, bool and string they are not read), "scripts":
// {leaf: "RSF"}}. An action, known by its name, gives the next letter of its script at each visit; a condition,
// known by its id, that of the tick. Scripts go round.
//
// What is written: {"version", "nodes": [[path, id, is leaf]], "ticks": [{"root", "log", "values"}], "error"}. The
// log says in order how each visit of a node ended and each halt: "3S" is a success of node 3, R F K H the other
// letters; an action with ports tells what it read: ["3S", {"speed": 2}]. Values are those that changed.
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "behaviortree_cpp/bt_factory.h"
#include "behaviortree_cpp/contrib/json.hpp"

namespace {

using Json = nlohmann::json;
using BT::NodeStatus;

constexpr size_t kMostVisits = 5000;

// What all nodes of one run share.
struct Run {
  Json scripts;
  int tick = 0;
  Json log = Json::array();
  Json read; // what the action that is visited read from its ports

  char letter(const std::string& leaf, size_t index) const {
    const auto found = scripts.find(leaf);
    const std::string script = found == scripts.end() ? "S" : found->get<std::string>();
    return script[index % script.size()];
  }
};

NodeStatus status_of(char letter) {
  switch (letter) {
  case 'R': return NodeStatus::RUNNING;
  case 'F': return NodeStatus::FAILURE;
  case 'K': return NodeStatus::SKIPPED;
  default: return NodeStatus::SUCCESS;
  }
}

char letter_of(NodeStatus status) {
  switch (status) {
  case NodeStatus::RUNNING: return 'R';
  case NodeStatus::SUCCESS: return 'S';
  case NodeStatus::FAILURE: return 'F';
  case NodeStatus::SKIPPED: return 'K';
  default: return 'I';
  }
}

class ScriptedAction : public BT::StatefulActionNode {
 public:
  ScriptedAction(const std::string& name, const BT::NodeConfig& config, Run& run)
      : StatefulActionNode(name, config), run_(run) {}

  NodeStatus onStart() override { return onRunning(); }

  NodeStatus onRunning() override {
    for (const auto& [port, value] : config().input_ports) {
      const auto type = config().manifest->ports.at(port).type();
      if (type == typeid(int)) { run_.read[port] = getInput<int>(port).value(); }
      if (type == typeid(double)) { run_.read[port] = getInput<double>(port).value(); }
      if (type == typeid(bool)) { run_.read[port] = getInput<bool>(port).value(); }
      if (type == typeid(std::string)) { run_.read[port] = getInput<std::string>(port).value(); }
    }
    return status_of(run_.letter(name(), visits_++));
  }

  void onHalted() override {}

 private:
  Run& run_;
  size_t visits_ = 0;
};

class ScriptedCondition : public BT::ConditionNode {
 public:
  ScriptedCondition(const std::string& name, const BT::NodeConfig& config, const Run& run)
      : ConditionNode(name, config), run_(run) {}

  NodeStatus tick() override { return status_of(run_.letter(registrationName(), run_.tick)); }

 private:
  const Run& run_;
};

BT::PortsList ports_of(const Json& declared) {
  BT::PortsList ports;
  for (const auto& [name, type] : declared.items()) {
    if (type == "int") {
      ports.insert(BT::InputPort<int>(name));
    } else if (type == "double") {
      ports.insert(BT::InputPort<double>(name));
    } else if (type == "bool") {
      ports.insert(BT::InputPort<bool>(name));
    } else if (type == "string") {
      ports.insert(BT::InputPort<std::string>(name));
    } else {
      ports.insert(BT::BidirectionalPort(name));
    }
  }
  return ports;
}

// Registers everything of one sort that the job declares and the library does not know.
void declare(BT::BehaviorTreeFactory& factory, const Json& job, const char* sort, BT::NodeType type,
             const BT::NodeBuilder& builder) {
  const Json declared = job.value(sort, Json::object());
  for (const auto& [id, ports] : declared.items()) {
    if (factory.builders().count(id) == 0) { factory.registerBuilder({type, id, ports_of(ports), {}}, builder); }
  }
}

void declare_all(BT::BehaviorTreeFactory& factory, const Json& job, Run& run) {
  using std::string;
  declare(factory, job, "actions", BT::NodeType::ACTION, [&run](const string& name, const BT::NodeConfig& config) {
    return std::make_unique<ScriptedAction>(name, config, run);
  });
  declare(factory, job, "conditions", BT::NodeType::CONDITION,
          [&run](const string& name, const BT::NodeConfig& config) {
            return std::make_unique<ScriptedCondition>(name, config, run);
          });
  declare(factory, job, "decorators", BT::NodeType::DECORATOR, [](const string& name, const BT::NodeConfig& config) {
    const auto pass = [](NodeStatus status, BT::TreeNode&) { return status; };
    return std::make_unique<BT::SimpleDecoratorNode>(name, pass, config);
  });
  declare(factory, job, "controls", BT::NodeType::CONTROL, [](const string& name, const BT::NodeConfig& config) {
    return std::make_unique<BT::SequenceNode>(name, false, config);
  });
}

// Watches every node: how its visits ended, and when it was halted.
class Watch {
 public:
  Watch(BT::Tree& tree, Run& run) : run_(run) {
    tree.applyVisitor([this](BT::TreeNode* node) { add(*node); });
  }

  Json nodes() const { return nodes_; }

 private:
  void add(BT::TreeNode& node) {
    const size_t index = last_.size();
    last_.push_back('I');
    const bool leaf = dynamic_cast<BT::LeafNode*>(&node) != nullptr;
    nodes_.push_back({node.fullPath(), node.registrationName(), leaf});
    node.setPostTickFunction([this, index](BT::TreeNode&, NodeStatus status) {
      last_[index] = letter_of(status);
      const std::string said = std::to_string(index) + last_[index];
      run_.log.push_back(run_.read.is_null() ? Json(said) : Json{said, run_.read});
      if (run_.log.size() > kMostVisits) { throw std::runtime_error("the tick does not end"); }
      run_.read = nullptr;
      return NodeStatus::IDLE; // the result stays
    });
    // A node that gave SKIPPED may be stored as RUNNING still: its reset is no halt.
    subscribed_.push_back(
        node.subscribeToStatusChange([this, index](BT::TimePoint, const BT::TreeNode&, NodeStatus from, NodeStatus to) {
          if (from == NodeStatus::RUNNING && to == NodeStatus::IDLE && last_[index] == 'R') {
            last_[index] = 'I';
            run_.log.push_back(std::to_string(index) + "H");
          }
        }));
  }

  Run& run_;
  std::vector<char> last_;
  Json nodes_ = Json::array();
  std::vector<BT::TreeNode::StatusChangeSubscriber> subscribed_;
};

Json value_of(const BT::Any& value) {
  if (value.isNumber()) { return value.cast<double>(); }
  if (value.isString()) { return value.cast<std::string>(); }
  return nullptr;
}

// Returns the values of the blackboards that changed, by the path of their tree.
Json changed_values(const BT::Tree& tree, Json& known) {
  Json changed = Json::object();
  for (const auto& part : tree.subtrees) {
    for (const auto& key : part->blackboard->getKeys()) {
      const auto entry = part->blackboard->getAnyLocked(std::string(key));
      const Json value = entry ? value_of(*entry.get()) : Json();
      Json& before = known[part->instance_name][std::string(key)];
      if (before != value) { changed[part->instance_name][std::string(key)] = before = value; }
    }
  }
  return changed;
}

Json told(const Json& job) {
  Json said = {{"version", BTCPP_LIBRARY_VERSION}, {"ticks", Json::array()}};
  Run run;
  run.scripts = job.value("scripts", Json::object());
  BT::BehaviorTreeFactory factory;
  try {
    declare_all(factory, job, run);
    factory.registerBehaviorTreeFromText(job.at("xml").get<std::string>());
    BT::Tree tree = factory.createTree(job.at("tree").get<std::string>());
    const Watch watch(tree, run);
    said["nodes"] = watch.nodes();
    Json known;
    for (; run.tick < job.value("ticks", 100); ++run.tick) {
      run.log = Json::array();
      const char root = letter_of(tree.tickOnce());
      said["ticks"].push_back({{"root", std::string(1, root)}, {"log", run.log}});
      Json changed = changed_values(tree, known);
      if (!changed.empty()) { said["ticks"].back()["values"] = std::move(changed); }
    }
  } catch (const std::exception& problem) { said["error"] = problem.what(); }
  return said;
}

} // namespace

int main() {
  std::ostream answers(std::cout.rdbuf());
  std::cout.rdbuf(std::cerr.rdbuf()); // the library writes there too
  std::string line;
  while (std::getline(std::cin, line)) {
    answers << told(Json::parse(line)).dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
  }
}

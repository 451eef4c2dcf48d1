#include "ompl_world.h"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/fcl.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace peer {
namespace {

Frame Identity() { return {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}}; }

Frame Multiply(const Frame& a, const Frame& b) {
  Frame out;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      out.r[i * 3 + j] = a.r[i * 3] * b.r[j] + a.r[i * 3 + 1] * b.r[3 + j] + a.r[i * 3 + 2] * b.r[6 + j];
    }
    out.t[i] = a.r[i * 3] * b.t[0] + a.r[i * 3 + 1] * b.t[1] + a.r[i * 3 + 2] * b.t[2] + a.t[i];
  }
  return out;
}

Vector Apply(const Frame& f, const Vector& v) {
  return {f.r[0] * v.x + f.r[1] * v.y + f.r[2] * v.z + f.t[0], f.r[3] * v.x + f.r[4] * v.y + f.r[5] * v.z + f.t[1],
          f.r[6] * v.x + f.r[7] * v.y + f.r[8] * v.z + f.t[2]};
}

Frame AboutAxis(const Vector& a, double angle) {
  const double c = std::cos(angle), s = std::sin(angle), k = 1 - c;
  return {{c + a.x * a.x * k, a.x * a.y * k - a.z * s, a.x * a.z * k + a.y * s, a.y * a.x * k + a.z * s,
           c + a.y * a.y * k, a.y * a.z * k - a.x * s, a.z * a.x * k - a.y * s, a.z * a.y * k + a.x * s,
           c + a.z * a.z * k},
          {0, 0, 0}};
}

Frame FromOrigin(const nlohmann::json& xyz, const nlohmann::json& rpy) {
  Frame f = Multiply(AboutAxis({0, 0, 1}, rpy[2]), Multiply(AboutAxis({0, 1, 0}, rpy[1]), AboutAxis({1, 0, 0}, rpy[0])));
  for (int i = 0; i < 3; ++i) f.t[i] = xyz[i];
  return f;
}

Frame FromQuaternion(const nlohmann::json& position, const nlohmann::json& quaternion) {
  double x = quaternion[0], y = quaternion[1], z = quaternion[2], w = quaternion[3];
  const double norm = std::sqrt(x * x + y * y + z * z + w * w);
  x /= norm, y /= norm, z /= norm, w /= norm;
  Frame f = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 2 * (x * y + z * w),
              1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 2 * (x * z - y * w), 2 * (y * z + x * w),
              1 - 2 * (x * x + y * y)},
             {0, 0, 0}};
  for (int i = 0; i < 3; ++i) f.t[i] = position[i];
  return f;
}

double Distance(const Vector& a, const Vector& b) {
  return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

Ball Enclose(const std::vector<Ball>& balls) {
  Ball best = balls.front();
  best.radius = 1e9;
  Vector center = balls.front().center;
  for (int round = 1; round <= 300; ++round) {
    double reach = -1;
    Vector farthest = center;
    for (const Ball& ball : balls) {
      const double distance = Distance(center, ball.center) + ball.radius;
      if (distance > reach) reach = distance, farthest = ball.center;
    }
    if (reach < best.radius) best.center = center, best.radius = reach;
    const double share = 1.0 / (round + 1);
    center = {center.x + (farthest.x - center.x) * share, center.y + (farthest.y - center.y) * share,
              center.z + (farthest.z - center.z) * share};
  }
  return best;
}

// Whether a ball touches an obstacle, in closed form and without roots where it can be.
inline bool Touches(const Obstacle& o, const Vector& c, double radius) {
  const double vx = c.x - o.frame.t[0], vy = c.y - o.frame.t[1], vz = c.z - o.frame.t[2];
  const double* r = o.frame.r;
  const double x = std::fabs(r[0] * vx + r[3] * vy + r[6] * vz);
  const double y = std::fabs(r[1] * vx + r[4] * vy + r[7] * vz);
  const double z = std::fabs(r[2] * vx + r[5] * vy + r[8] * vz);
  if (o.kind == Obstacle::kBox) {
    const double px = std::max(0.0, x - o.size[0]), py = std::max(0.0, y - o.size[1]), pz = std::max(0.0, z - o.size[2]);
    return px * px + py * py + pz * pz < radius * radius;
  }
  if (o.kind == Obstacle::kSphere) return x * x + y * y + z * z < (o.size[0] + radius) * (o.size[0] + radius);
  const double axial = z - o.size[1];
  if (axial >= radius) return false;
  const double square = x * x + y * y;
  if (square >= (o.size[0] + radius) * (o.size[0] + radius)) return false;
  if (axial <= 0 || square <= o.size[0] * o.size[0]) return true;
  const double radial = std::sqrt(square) - o.size[0];
  return radial * radial + axial * axial < radius * radius;
}

class AnalyticChecker : public Checker {
 public:
  AnalyticChecker(const Robot& robot, std::vector<Obstacle> obstacles)
      : robot_(robot), obstacles_(std::move(obstacles)), frames_(robot.bodies.size()), centers_(robot.bodies.size()) {
    for (size_t b = 0; b < robot.bodies.size(); ++b) centers_[b].resize(robot.bodies[b].balls.size());
    bounds_.resize(robot.bodies.size());
    ready_.resize(robot.bodies.size());
  }

  bool IsClear(const double* q) override {
    robot_.ComputeFrames(q, frames_.data());
    const int count = static_cast<int>(robot_.bodies.size());
    for (int b = 0; b < count; ++b) {
      ready_[b] = false;
      if (!robot_.bodies[b].balls.empty()) bounds_[b] = Apply(frames_[b], robot_.bodies[b].bound.center);
    }
    for (int b = count - 1; b >= 1; --b) {
      const Body& body = robot_.bodies[b];
      if (body.balls.empty()) continue;
      for (const Obstacle& obstacle : obstacles_) {
        if (!Touches(obstacle, bounds_[b], body.bound.radius)) continue;
        Ready(b);
        for (size_t i = 0; i < body.balls.size(); ++i) {
          if (Touches(obstacle, centers_[b][i], body.balls[i].radius)) return false;
        }
      }
    }
    for (const BodyPair& pair : robot_.pairs) {
      const double reach = robot_.bodies[pair.first].bound.radius + robot_.bodies[pair.second].bound.radius;
      if (Apart(bounds_[pair.first], bounds_[pair.second], reach)) continue;
      Ready(pair.first);
      Ready(pair.second);
      for (const BallPair& p : pair.balls) {
        const double sum = robot_.bodies[p.first_body].balls[p.first_ball].radius +
                           robot_.bodies[p.second_body].balls[p.second_ball].radius;
        if (!Apart(centers_[p.first_body][p.first_ball], centers_[p.second_body][p.second_ball], sum)) return false;
      }
    }
    return true;
  }

 private:
  static bool Apart(const Vector& a, const Vector& b, double reach) {
    const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z >= reach * reach;
  }

  void Ready(int b) {
    if (ready_[b]) return;
    ready_[b] = true;
    const Body& body = robot_.bodies[b];
    for (size_t i = 0; i < body.balls.size(); ++i) centers_[b][i] = Apply(frames_[b], body.balls[i].center);
  }

  const Robot& robot_;
  std::vector<Obstacle> obstacles_;
  std::vector<Frame> frames_;
  std::vector<std::vector<Vector>> centers_;
  std::vector<Vector> bounds_;
  std::vector<char> ready_;
};

class FclChecker : public Checker {
 public:
  FclChecker(const Robot& robot, const std::vector<Obstacle>& obstacles) : robot_(robot), frames_(robot.bodies.size()) {
    for (const Obstacle& o : obstacles) {
      std::shared_ptr<fcl::CollisionGeometryd> shape;
      if (o.kind == Obstacle::kBox) shape = std::make_shared<fcl::Boxd>(2 * o.size[0], 2 * o.size[1], 2 * o.size[2]);
      if (o.kind == Obstacle::kCylinder) shape = std::make_shared<fcl::Cylinderd>(o.size[0], 2 * o.size[1]);
      if (o.kind == Obstacle::kSphere) shape = std::make_shared<fcl::Sphered>(o.size[0]);
      world_objects_.push_back(std::make_unique<fcl::CollisionObjectd>(shape, ToFcl(o.frame)));
      world_.registerObject(world_objects_.back().get());
    }
    world_.setup();
    for (int b = 0; b < static_cast<int>(robot.bodies.size()); ++b) {
      for (int i = 0; i < static_cast<int>(robot.bodies[b].balls.size()); ++i) {
        const Ball& ball = robot.bodies[b].balls[i];
        auto object = std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Sphered>(ball.radius));
        object->setUserData(reinterpret_cast<void*>(static_cast<intptr_t>(balls_.size())));
        index_[{b, i}] = static_cast<int>(balls_.size());
        balls_.push_back({b, ball.center});
        objects_.push_back(std::move(object));
        arm_.registerObject(objects_.back().get());
      }
    }
    needed_.assign(balls_.size() * balls_.size(), 0);
    for (const BodyPair& pair : robot.pairs) {
      for (const BallPair& p : pair.balls) {
        const size_t a = index_[{p.first_body, p.first_ball}], b = index_[{p.second_body, p.second_ball}];
        needed_[a * balls_.size() + b] = needed_[b * balls_.size() + a] = 1;
      }
    }
    arm_.setup();
  }

  bool IsClear(const double* q) override {
    robot_.ComputeFrames(q, frames_.data());
    for (size_t i = 0; i < balls_.size(); ++i) {
      const Vector c = Apply(frames_[balls_[i].body], balls_[i].center);
      objects_[i]->setTranslation(fcl::Vector3d(c.x, c.y, c.z));
      objects_[i]->computeAABB();
    }
    for (size_t i = balls_.size(); i-- > 0;) {
      if (balls_[i].body == 0) continue;
      bool hit = false;
      world_.collide(objects_[i].get(), &hit, &FclChecker::OnWorldPair);
      if (hit) return false;
    }
    arm_.update();
    SelfData data{this, false};
    arm_.collide(&data, &FclChecker::OnSelfPair);
    return !data.hit;
  }

 private:
  struct Placed {
    int body;
    Vector center;
  };
  struct SelfData {
    FclChecker* checker;
    bool hit;
  };

  static bool Collide(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b) {
    fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    return fcl::collide(a, b, request, result) > 0;
  }

  static bool OnWorldPair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
    bool* hit = static_cast<bool*>(data);
    *hit = *hit || Collide(a, b);
    return *hit;
  }

  static bool OnSelfPair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
    auto* self = static_cast<SelfData*>(data);
    const auto first = static_cast<size_t>(reinterpret_cast<intptr_t>(a->getUserData()));
    const auto second = static_cast<size_t>(reinterpret_cast<intptr_t>(b->getUserData()));
    const FclChecker& checker = *self->checker;
    if (checker.needed_[first * checker.balls_.size() + second] == 0) return false;
    self->hit = self->hit || Collide(a, b);
    return self->hit;
  }

  static fcl::Transform3d ToFcl(const Frame& f) {
    fcl::Transform3d out = fcl::Transform3d::Identity();
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) out.linear()(i, j) = f.r[i * 3 + j];
      out.translation()(i) = f.t[i];
    }
    return out;
  }

  const Robot& robot_;
  std::vector<Frame> frames_;
  std::vector<Placed> balls_;
  std::map<std::pair<int, int>, int> index_;
  std::vector<char> needed_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> world_objects_, objects_;
  fcl::DynamicAABBTreeCollisionManagerd world_, arm_;
};

}  // namespace

Robot::Robot(const nlohmann::json& file) {
  std::map<std::string, nlohmann::json> joint_of_child;
  for (const auto& joint : file["joints"]) joint_of_child[joint["child"].get<std::string>()] = joint;
  std::map<std::string, int> axis_of_joint;
  for (const auto& name : file["plannedJoints"]) axis_of_joint.emplace(name.get<std::string>(), static_cast<int>(axis_of_joint.size()) + 1);
  steps_.resize(axis_of_joint.size());
  bodies.resize(steps_.size() + 1);
  lower.resize(steps_.size());
  upper.resize(steps_.size());

  // The body of a link and where the link sits in it: up the tree to the nearest moving joint.
  auto place = [&](std::string link) {
    Frame frame = Identity();
    for (auto it = joint_of_child.find(link); it != joint_of_child.end(); it = joint_of_child.find(link)) {
      const auto& joint = it->second;
      const auto axis = axis_of_joint.find(joint["name"].get<std::string>());
      if (axis != axis_of_joint.end()) return std::make_pair(axis->second, frame);
      frame = Multiply(FromOrigin(joint["xyz"], joint["rpy"]), frame);
      link = joint["parent"].get<std::string>();
    }
    return std::make_pair(0, frame);
  };
  for (const auto& joint : file["joints"]) {
    const auto axis = axis_of_joint.find(joint["name"].get<std::string>());
    if (axis == axis_of_joint.end()) continue;
    Step& step = steps_[axis->second - 1];
    step.offset = Multiply(place(joint["parent"].get<std::string>()).second, FromOrigin(joint["xyz"], joint["rpy"]));
    step.axis = {joint["axis"][0], joint["axis"][1], joint["axis"][2]};
    lower[axis->second - 1] = joint["limit"]["lower"];
    upper[axis->second - 1] = joint["limit"]["upper"];
  }
  std::vector<std::string> names;
  for (const auto& link : file["links"]) {
    const auto [body, frame] = place(link["name"].get<std::string>());
    for (const auto& sphere : link["spheres"]) {
      const auto& c = sphere["center"];
      bodies[body].balls.push_back({Apply(frame, {c[0], c[1], c[2]}), sphere["radius"], static_cast<int>(names.size())});
    }
    names.push_back(link["name"].get<std::string>());
  }
  for (Body& body : bodies) {
    if (!body.balls.empty()) body.bound = Enclose(body.balls);
  }
  std::set<std::pair<std::string, std::string>> allowed;
  for (const auto& pair : file["allowedCollisions"]) {
    const auto first = pair[0].get<std::string>(), second = pair[1].get<std::string>();
    allowed.emplace(first, second);
    allowed.emplace(second, first);
  }
  for (int a = 0; a < static_cast<int>(bodies.size()); ++a) {
    for (int b = a + 1; b < static_cast<int>(bodies.size()); ++b) {
      BodyPair pair{a, b, {}};
      for (int i = 0; i < static_cast<int>(bodies[a].balls.size()); ++i) {
        for (int j = 0; j < static_cast<int>(bodies[b].balls.size()); ++j) {
          if (allowed.count({names[bodies[a].balls[i].link], names[bodies[b].balls[j].link]}) == 0) {
            pair.balls.push_back({a, i, b, j});
          }
        }
      }
      if (!pair.balls.empty()) pairs.push_back(pair);
    }
  }
}

void Robot::ComputeFrames(const double* q, Frame* frames) const {
  frames[0] = Identity();
  for (size_t i = 0; i < steps_.size(); ++i) {
    frames[i + 1] = Multiply(frames[i], Multiply(steps_[i].offset, AboutAxis(steps_[i].axis, q[i])));
  }
}

std::vector<Obstacle> ReadObstacles(const nlohmann::json& problem) {
  std::vector<Obstacle> out;
  for (const auto& item : problem["obstacles"]) {
    Obstacle o{};
    o.frame = FromQuaternion(item["position"], item["quaternion"]);
    const auto shape = item["shape"].get<std::string>();
    if (shape == "box") {
      o.kind = Obstacle::kBox;
      for (int i = 0; i < 3; ++i) o.size[i] = item["size"][i].get<double>() / 2;
    } else if (shape == "cylinder") {
      o.kind = Obstacle::kCylinder;
      o.size[0] = item["radius"];
      o.size[1] = item["length"].get<double>() / 2;
    } else {
      o.kind = Obstacle::kSphere;
      o.size[0] = item["radius"];
    }
    out.push_back(o);
  }
  return out;
}

std::unique_ptr<Checker> MakeAnalyticChecker(const Robot& robot, std::vector<Obstacle> obstacles) {
  return std::make_unique<AnalyticChecker>(robot, std::move(obstacles));
}

std::unique_ptr<Checker> MakeFclChecker(const Robot& robot, const std::vector<Obstacle>& obstacles) {
  return std::make_unique<FclChecker>(robot, obstacles);
}

}  // namespace peer

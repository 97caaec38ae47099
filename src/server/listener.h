// Who hears what a connection says.
#pragma once

#include <string_view>

namespace fogg::server {

class Listener {
 public:
  virtual ~Listener() = default;
  virtual void message(std::string_view text) = 0;
  // The connection is gone. The last call.
  virtual void closed() = 0;
};

}  // namespace fogg::server

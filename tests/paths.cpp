#include "paths.h"

namespace fogg::test {

const std::string& data_dir() {
  static const std::string path = FOGG_DATA_DIR;
  return path;
}

const std::string& tests_dir() {
  static const std::string path = FOGG_TESTS_DIR;
  return path;
}

const std::string& fogg_binary() {
  static const std::string path = FOGG_BINARY;
  return path;
}

}  // namespace fogg::test

// Where the tests find things. Only paths.cpp knows, so that a compiler cache serves every clone of the project.
#pragma once

#include <string>

namespace fogg::test {

const std::string& data_dir();
const std::string& tests_dir();
const std::string& fogg_binary();

}  // namespace fogg::test

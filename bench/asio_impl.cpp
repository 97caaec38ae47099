// The one file that holds the code of Boost.Asio; the others see only declarations and compile faster.
#include <boost/asio/impl/src.hpp>

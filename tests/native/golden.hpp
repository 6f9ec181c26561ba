// The golden files, compiled into the test program, and a reader for their JSON.
#pragma once

#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace posenc::test {

/** A JSON value of the golden files: no escapes, no `true`, `false` or `null` in them. */
struct Json {
    std::map<std::string, Json> members;
    std::vector<Json> items;
    std::string text;
    double number = 0;

    Json const& operator[](std::string const& name) const { return members.at(name); }
    Json const& operator[](std::size_t k) const { return items.at(k); }
};

class JsonReader {
 public:
    explicit JsonReader(std::string const& text) : next_(text.c_str()) {}

    Json read() {
        Json value;
        switch (char const head = skip_space(); head) {
            case '{':
                for (char mark = take(); mark != '}'; mark = take_mark()) {
                    if (skip_space() == '}') continue;
                    std::string const name = read_text();
                    take_mark();  // ':'
                    value.members[name] = read();
                }
                break;
            case '[':
                for (char mark = take(); mark != ']'; mark = take_mark()) {
                    if (skip_space() == ']') continue;
                    value.items.push_back(read());
                }
                break;
            case '"': value.text = read_text(); break;
            default:
                char* end = nullptr;
                value.number = std::strtod(next_, &end);
                next_ = end;
        }
        return value;
    }

 private:
    char skip_space() {
        while (*next_ == ' ' || *next_ == '\n' || *next_ == '\r' || *next_ == '\t') ++next_;
        return *next_;
    }
    char take() { return *next_++; }
    char take_mark() {
        skip_space();
        return take();
    }
    std::string read_text() {
        char const* const begin = ++next_;
        while (*next_ != '"') ++next_;
        return {begin, next_++};
    }

    char const* next_;
};

/** tests/golden/truth_sinusoid.json in pieces (compilers limit a literal's length); made by CMakeLists.txt. */
extern std::vector<std::string_view> const kTruthSinusoid;
/** Exact values of points (tests/truth/points.json). */
extern std::vector<std::string_view> const kTruthPoints;

inline Json golden(std::vector<std::string_view> const& pieces) {
    std::string text;
    for (std::string_view const piece : pieces) text += piece;
    return JsonReader(text).read();
}

}  // namespace posenc::test

// posenc.hpp over the core: checks, then throws what the checks say.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "api.hpp"
#include "check.hpp"
#include "frequencies.hpp"
#include "picture.hpp"
#include "relations.hpp"
#include "table.hpp"

namespace posenc {
namespace {

/** The shortest decimals that read back as the same double (libc++ 13 has no std::to_chars for doubles). */
std::string text_of(double value) {
    char text[40];
    for (int digits = 15; digits <= 17; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, value);
        if (std::strtod(text, nullptr) == value) break;
    }
    return text;
}

}  // namespace

void require(core::Problem const& problem, std::string const& within) {
    if (!problem) return;
    std::string allowed = problem.allowed;
    if (auto const at = allowed.find('%'); at != std::string::npos) allowed.replace(at, 1, text_of(problem.limit));
    std::ostringstream text;
    text << "invalid " << within << problem.parameter;
    if (problem.index >= 0) text << '[' << problem.index << ']';
    bool const truth = problem.index == core::Problem::kTruth;
    text << ": " << (truth ? problem.value != 0 ? "true" : "false" : text_of(problem.value)) << " (" << allowed << ')';
    throw std::invalid_argument(text.str());
}

void require_encoding(Encoding const& encoding, std::string const& within) {
    require(core::check_encoding(static_cast<double>(encoding.dim), encoding), within);
}

namespace {

double largest_of(Positions const& positions) {
    double const last = positions.start + static_cast<double>(positions.count - 1) * positions.step;
    return positions.count > 0 && last > positions.start ? last : positions.start;
}

double largest_of(std::span<double const> positions) {
    double largest = 0;
    for (double const p : positions) largest = p > largest ? p : largest;
    return largest;
}

/** A valid encoding with the length that a call reaches, where the encoding leaves that open. */
class Reached {
 public:
    Reached(Encoding const& encoding, double largest_position) : encoding_(&encoding) {
        require_encoding(encoding);
        if (!core::lacks_length(encoding.scaling)) return;
        own_ = encoding;
        own_.scaling.length = core::length_for(encoding.scaling, largest_position);
        require_encoding(own_);
        encoding_ = &own_;
    }
    Reached(Reached const&) = delete;
    Reached& operator=(Reached const&) = delete;

    [[nodiscard]] Encoding const& encoding() const { return *encoding_; }

 private:
    Encoding const* encoding_;
    Encoding own_;
};

void require_positions(Encoding const& encoding, Positions const& positions) {
    require(core::check_progression(encoding, positions.start, positions.step, static_cast<double>(positions.count)));
}

void require_positions(Encoding const& encoding, std::span<double const> positions) {
    require(core::check_list(encoding, positions));
}

double rows_of(Positions const& positions) { return static_cast<double>(positions.count); }
double rows_of(std::span<double const> positions) { return static_cast<double>(positions.size()); }

template <class PositionList, class Value>
void encode_checked(Encoding const& given, PositionList const& positions, std::span<Value> out) {
    Reached const reached(given, largest_of(positions));
    Encoding const& encoding = reached.encoding();
    require_positions(encoding, positions);
    if (!encoding.sections.empty()) {
        return encode_sections(encoding, positions, format_of<Value>(), out.data(), out.size());
    }
    require(core::check_length("out", static_cast<double>(out.size()), rows_of(positions),
                               static_cast<double>(encoding.dim)));
    core::write_table(encoding, positions, format_of<Value>(), out.data());
}

template <class PositionList>
void add_checked(Encoding const& given, PositionList const& positions, std::span<float> embeddings,
                 std::int64_t batch) {
    Reached const reached(given, largest_of(positions));
    Encoding const& encoding = reached.encoding();
    require_positions(encoding, positions);
    require(core::check_batch(static_cast<double>(batch)));
    if (!encoding.sections.empty()) return add_sections(encoding, positions, embeddings, batch);
    require(core::check_length("embeddings", static_cast<double>(embeddings.size()),
                               rows_of(positions) * static_cast<double>(batch), static_cast<double>(encoding.dim)));
    core::add_table(encoding, positions, embeddings.data(), batch);
}

void require_out(std::span<double> out, double count) {
    require(core::check_length("out", static_cast<double>(out.size()), count, 1));
}

template <class Value>
void window_checked(Encoding const& given, Picture const& picture, std::span<Value> out) {
    Reached const reached(given, picture.start + picture.positions_per_pixel * static_cast<double>(picture.height) - 1);
    Encoding const& encoding = reached.encoding();
    require(core::check_picture(encoding,
                                {picture.start, picture.positions_per_pixel, static_cast<double>(picture.height),
                                 static_cast<double>(picture.left), static_cast<double>(picture.columns_per_pixel),
                                 static_cast<double>(picture.width)}));
    require(core::check_length("out", static_cast<double>(out.size()), static_cast<double>(picture.height),
                               static_cast<double>(picture.width)));
    core::write_picture(encoding, picture, 0, picture.height, format_of<Value>(), out.data());
}

template <class PositionList>
PairRows checked_pairs(Encoding const& given, PositionList const& positions, bool listed) {
    Reached const reached(given, largest_of(positions));
    Encoding const& encoding = reached.encoding();
    require_positions(encoding, positions);
    if (!encoding.sections.empty()) return pairs_of_sections(encoding, positions);
    require(core::check_rotary(encoding));
    auto const turned = std::make_shared<Encoding>(encoding);
    core::put_cosines_first(*turned);
    return {
        encoding.dim / 2, encoding.pairing, static_cast<std::int64_t>(rows_of(positions)), listed,
        [turned, positions](std::int64_t first, std::int64_t count, core::Format format, core::PairTables const& out) {
            core::write_pairs(*turned, core::RowPositions(positions).part(first, count), format, out);
        }};
}

}  // namespace

PairRows pairs_of(Encoding const& e, Positions const& p) { return checked_pairs(e, p, false); }
PairRows pairs_of(Encoding const& e, std::span<double const> p) { return checked_pairs(e, p, true); }

std::size_t pairs(Encoding const& encoding) {
    require_encoding(encoding);
    return core::columns_of(encoding).pairs();
}

void encode(Encoding const& e, Positions const& p, std::span<float> out) { encode_checked(e, p, out); }
void encode(Encoding const& e, Positions const& p, std::span<double> out) { encode_checked(e, p, out); }
void encode(Encoding const& e, Positions const& p, std::span<float16> out) { encode_checked(e, p, out); }
void encode(Encoding const& e, Positions const& p, std::span<bfloat16> out) { encode_checked(e, p, out); }
void encode(Encoding const& e, std::span<double const> p, std::span<float> out) { encode_checked(e, p, out); }
void encode(Encoding const& e, std::span<double const> p, std::span<double> out) { encode_checked(e, p, out); }
void encode(Encoding const& e, std::span<double const> p, std::span<float16> out) { encode_checked(e, p, out); }
void encode(Encoding const& e, std::span<double const> p, std::span<bfloat16> out) { encode_checked(e, p, out); }

void add(Encoding const& e, Positions const& p, std::span<float> x, std::int64_t batch) { add_checked(e, p, x, batch); }
void add(Encoding const& e, std::span<double const> p, std::span<float> x, std::int64_t batch) {
    add_checked(e, p, x, batch);
}

void frequencies(Encoding const& encoding, std::span<double> out) {
    require_out(out, static_cast<double>(pairs(encoding)));
    core::write_frequencies(encoding, out.data());
}

void wavelengths(Encoding const& encoding, std::span<double> out) {
    require_out(out, static_cast<double>(pairs(encoding)));
    core::write_wavelengths(encoding, out.data());
}

void shift(Encoding const& encoding, double k, std::span<double> out) {
    std::size_t const count = pairs(encoding);
    require(core::check_distance("k", encoding, k));
    require_out(out, 4 * static_cast<double>(count));
    core::write_shift(encoding, k, 0, count, out.data());
}

void similarity(Encoding const& encoding, std::span<double const> offsets, std::span<double> out) {
    require_encoding(encoding);
    for (std::size_t k = 0; k < offsets.size(); ++k) {
        require(core::check_distance("offsets", encoding, offsets[k], static_cast<std::int64_t>(k)));
    }
    require_out(out, static_cast<double>(offsets.size()));
    core::write_similarity(encoding, offsets, out.data());
}

std::int64_t picture_width(Encoding const& encoding, std::int64_t columns_per_pixel) {
    require_encoding(encoding);
    require(core::check_columns_per_pixel(static_cast<double>(columns_per_pixel)));
    return core::picture_columns(encoding, columns_per_pixel);
}

void window(Encoding const& e, Picture const& picture, std::span<float> out) { window_checked(e, picture, out); }
void window(Encoding const& e, Picture const& picture, std::span<double> out) { window_checked(e, picture, out); }

char const* isa() { return core::kernel().name; }

}  // namespace posenc

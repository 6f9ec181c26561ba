// The biases of posenc.hpp.
#include "api.hpp"
#include "bias.hpp"

#include <vector>

#include "values.hpp"

namespace posenc {
namespace {

using core::Bias;
using core::BiasKind;
using core::BiasNumbers;
using core::Format;

using Places = std::span<double const>;

double number(std::int64_t whole) { return static_cast<double>(whole); }

Bias prepared(BiasKind kind, BiasNumbers const& numbers) {
    Bias bias;
    require(core::prepare_bias(kind, numbers, bias));
    return bias;
}

/** `heads`: of the result, whose shape is [heads, queries, keys]. */
void check(Bias const& bias, double heads, Places queries, Places keys, std::size_t length) {
    require(core::check_range(core::range_of_places("queries", bias, false), queries));
    require(core::check_range(core::range_of_places("keys", bias, false), keys));
    double const rows = heads * static_cast<double>(queries.size());
    require(core::check_length("out", static_cast<double>(length), rows, static_cast<double>(keys.size())));
}

/** Writes a head's rows. */
void write(Bias const& bias, std::size_t head, Places queries, Places keys, Format format, void* out) {
    std::vector<double> row(keys.size());
    for (double const& query : queries) {
        core::write_bias(bias, head, {&query, 1}, keys, row.data());
        core::write_values(row.data(), row.size(), format, out);
        out = static_cast<char*>(out) + row.size() * core::size_of(format);
    }
}

BiasNumbers numbers_of(Alibi const& alibi, Places keys = {}) {
    return {number(alibi.heads),
            0,
            alibi.max_bias,
            alibi.order == SlopeOrder::sorted,
            alibi.anchor == Anchor::distance,
            alibi.anchor == Anchor::last_key && !keys.empty() ? keys.back() : 0};
}

template <class Value>
void alibi_bias(Alibi const& alibi, Places queries, Places keys, std::span<Value> out) {
    Bias const bias = prepared(BiasKind::alibi, numbers_of(alibi, keys));
    constexpr Format format = format_of<Value>();
    check(bias, bias.numbers.heads, queries, keys, out.size());
    for (std::size_t head = 0; head < bias.count; ++head) {
        write(bias, head, queries, keys, format, out.data() + head * queries.size() * keys.size());
    }
}

void buckets(Bias const& bias, Places queries, Places keys, std::span<std::int64_t> out) {
    check(bias, 1, queries, keys, out.size());
    write(bias, 0, queries, keys, core::kInt64, out.data());
}

BiasNumbers numbers_of(T5 const& t5, std::int64_t heads) {
    return {number(heads), number(t5.buckets), number(t5.max_distance), t5.bidirectional};
}

}  // namespace

void alibi_slopes(Alibi const& alibi, std::span<double> out) {
    Bias const bias = prepared(BiasKind::alibi, numbers_of(alibi));
    require(core::check_length("out", static_cast<double>(out.size()), number(alibi.heads), 1));
    for (std::size_t head = 0; head < out.size(); ++head) out[head] = bias.values[head];
}

void bias(Alibi const& a, Places queries, Places keys, std::span<float> out) { alibi_bias(a, queries, keys, out); }
void bias(Alibi const& a, Places queries, Places keys, std::span<double> out) { alibi_bias(a, queries, keys, out); }
void bias(Alibi const& a, Places queries, Places keys, std::span<float16> out) { alibi_bias(a, queries, keys, out); }
void bias(Alibi const& a, Places queries, Places keys, std::span<bfloat16> out) { alibi_bias(a, queries, keys, out); }

void t5_buckets(T5 const& t5, Places queries, Places keys, std::span<std::int64_t> out) {
    buckets(prepared(BiasKind::t5, numbers_of(t5, 1)), queries, keys, out);
}

void bias(T5 const& t5, std::span<float const> table, std::int64_t heads, Places queries, Places keys,
          std::span<float> out) {
    Bias bias = prepared(BiasKind::t5, numbers_of(t5, heads));
    require(core::check_length("table", static_cast<double>(table.size()), number(t5.buckets), number(heads)));
    auto const buckets_in_all = static_cast<std::size_t>(t5.buckets);
    bias.learned.reset(new double[buckets_in_all]);
    check(bias, number(heads), queries, keys, out.size());
    auto const columns = static_cast<std::size_t>(heads);
    for (std::size_t head = 0; head < columns; ++head) {
        for (std::size_t k = 0; k < buckets_in_all; ++k) bias.learned[k] = table[k * columns + head];
        float* const to = out.data() + head * queries.size() * keys.size();
        write(bias, head, queries, keys, Format::float32, to);
    }
}

void deberta_buckets(Deberta const& deberta, Places queries, Places keys, std::span<std::int64_t> out) {
    bool const bucketed = deberta.buckets != 0;
    buckets(prepared(BiasKind::deberta, {1, number(deberta.buckets), number(deberta.max_position), bucketed}), queries,
            keys, out);
}

void swin_index(std::int64_t height, std::int64_t width, bool class_token, std::span<std::int64_t> out) {
    Bias const bias = prepared(BiasKind::swin, {1, number(height), number(width), class_token});
    double const tokens = number(height) * number(width) + (class_token ? 1 : 0);
    require(core::check_length("out", static_cast<double>(out.size()), tokens, tokens));
    std::vector<double> all(static_cast<std::size_t>(tokens));
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<double>(k);
    buckets(bias, all, all, out);
}

}  // namespace posenc

/* camelup/leg_plain.c: the count of a leg on any processor.
 *
 * Here camels have no names: a row is the spaces from last to first, each with a bit while its
 * camel's die is left. Different orders and different camels lead to the same rows: of the 11,000
 * that five dice lead to, 300 to 1,900 remain, and each is computed once. First forwards, dice by
 * dice: the rows, their numbers of ways, the target of each roll. Then backwards: the final places
 * of a row's camels, from the rows after it, with the ranks that the roll exchanges. */
#include "leg.h"

#ifndef LEG_NODES_MAX
#define LEG_NODES_MAX 2048 /* more than any of some 100,000 random positions needed */
#endif
#define ROLLS_MAX (6 * LEG_NODES_MAX)
#define ROLLS_EACH 15
#define SLOT_BITS 12
#define SLOTS (1u << SLOT_BITS)
#define ENDS 5 /* the first nodes: the end of the leg, by the number of dice not rolled any more */

#define DIE 0x40 /* beside a space of a row */
#define DICE 0x4040404040u
#define SPACES 0x1F1F1F1F1Fu
#define EACH 0x0101010101u

/* Exchanges of ranks when `size` camels from rank `first` on move to `place`. */
#define EXCHANGES (5 * 6 * 5)
#define EXCHANGE(first, size, place) (((first) * 6 + (size)) * 5 + (place))

/* Four numbers of 16 bits: the ways in which a camel ends last, fourth, third, second. */
typedef uint64_t leg_places;

typedef struct leg_node {
    uint64_t row;
    uint32_t ways;  /* number of ways to it */
    uint32_t rolls; /* start of its own; they end at the start of the next node's */
} leg_node;

typedef struct leg_roll {
    uint16_t node; /* its target */
    uint8_t exchange;
} leg_roll;

typedef struct leg_graph {
    const leg_start *leg;
    uint32_t nodes, rolls;
    uint32_t starts[5][16]; /* places of units that move by the first, second ... die */
    uint16_t slot[SLOTS];   /* nodes by a hash of their rows, 0 for none */
    leg_node node[LEG_NODES_MAX];
    leg_roll roll[ROLLS_MAX];
    leg_places places[LEG_NODES_MAX][CAMELS]; /* by rank from last to first */
} leg_graph;

static bool has_room(const leg_graph *graph)
{
    return graph->nodes + ROLLS_EACH <= LEG_NODES_MAX && graph->rolls + ROLLS_EACH <= ROLLS_MAX;
}

/* The node of a row, a new one if necessary. */
static uint32_t node_of(leg_graph *graph, uint64_t row)
{
    uint32_t slot = (uint32_t)(row * 0x9E3779B97F4A7C15u >> (64 - SLOT_BITS)), node;
    for (; (node = graph->slot[slot]) != 0; slot = (slot + 1) % SLOTS) {
        if (graph->node[node].row == row) return node;
    }
    node = graph->nodes++;
    graph->slot[slot] = (uint16_t)node;
    graph->node[node] = (leg_node){.row = row};
    return node;
}

/* Note the rolls of the camel of `rank`, with `left` dice in the pyramid before. */
static void roll_die(leg_graph *graph, const leg_node *node, uint32_t rank, uint32_t left)
{
    const leg_start *leg = graph->leg;
    uint64_t row = node->row, unit = row >> 8 * rank;
    uint32_t start = unit & 31, above = camels_behind(row & SPACES, start + 1), size = above - rank;
    uint64_t rest = (row & camels_mask(rank)) | row >> 8 * above << 8 * rank;
    unit = unit & camels_mask(size) & DICE & ~(uint64_t)DIE;
    graph->starts[leg->left - left][start - 1] += node->ways;
    for (uint32_t p = 0; p < 3; p++) {
        uint32_t end = leg->end[p][start - 1], bound = (leg->bound[p][start - 1] + 15u) >> 3;
        /* Empty bytes of `rest` count as behind too: `size` of them. */
        uint32_t place = camels_behind(rest & SPACES, bound) - size, next = left - 1;
        if (left > 1 && (end & LEG_ENDED) == 0) {
            uint64_t moved = unit | (EACH & camels_mask(size)) * ((end >> 3) + 1);
            next = node_of(graph, (rest & camels_mask(place)) | moved << 8 * place |
                                      rest >> 8 * place << 8 * (place + size));
            graph->node[next].ways += node->ways;
        }
        leg_roll roll = {(uint16_t)next, (uint8_t)EXCHANGE(rank, size, place)};
        graph->roll[graph->rolls++] = roll;
    }
}

/* All rows and rolls, from the start on. False if there is no room for them. */
static bool go_forwards(leg_graph *graph)
{
    uint32_t node = ENDS;
    for (uint32_t left = graph->leg->left; left > 0; left--) {
        for (uint32_t end = graph->nodes; node < end; node++) {
            if (!has_room(graph)) return false;
            graph->node[node].rolls = graph->rolls;
            for (uint32_t rank = 0; rank < CAMELS; rank++) {
                if ((graph->node[node].row >> 8 * rank & DIE) == 0) continue;
                roll_die(graph, &graph->node[node], rank, left);
            }
        }
    }
    return true;
}

/* For each rank its new place, a byte each: the inverse of the unit's move. */
static void write_exchanges(uint64_t exchange[EXCHANGES])
{
    const uint64_t ranks = 0x0403020100;
    for (uint32_t first = 0; first < CAMELS; first++) {
        for (uint32_t size = 1; first + size <= CAMELS; size++) {
            for (uint32_t place = 0; place + size <= CAMELS; place++) {
                uint64_t unit = ranks >> 8 * place & camels_mask(size);
                exchange[EXCHANGE(first, size, place)] =
                    camels_splice(ranks, place, size, unit, first);
            }
        }
    }
}

/* From the ends back: the final places of each node's camels. */
static void go_backwards(leg_graph *graph)
{
    uint64_t exchange[EXCHANGES];
    uint32_t end = graph->rolls;
    write_exchanges(exchange);
    for (uint32_t left = 0; left < ENDS; left++) {
        for (uint32_t rank = 0; rank < 4; rank++) {
            graph->places[left][rank] = (uint64_t)leg_ways[left] << 16 * rank;
        }
        graph->places[left][4] = 0;
    }
    for (uint32_t node = graph->nodes; node-- > ENDS;) {
        leg_places sum[CAMELS] = {0};
        uint32_t begin = graph->node[node].rolls;
        for (uint32_t i = begin; i < end; i++) {
            const leg_places *then = graph->places[graph->roll[i].node];
            uint64_t to = exchange[graph->roll[i].exchange];
            for (uint32_t rank = 0; rank < CAMELS; rank++) sum[rank] += then[to >> 8 * rank & 7];
        }
        memcpy(graph->places[node], sum, sizeof sum);
        end = begin;
    }
}

/* The first node's row; `order` receives the camel at each of its ranks. */
static uint64_t first_row(const leg_start *leg, uint32_t order[CAMELS])
{
    uint64_t row = 0;
    uint8_t die[CAMELS] = {0};
    for (uint32_t i = 0; i < leg->left; i++) die[leg->dice[i]] = DIE;
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        uint32_t rank = 0;
        for (uint32_t i = 0; i < CAMELS; i++) rank += leg->key[i] < leg->key[camel];
        row |= (uint64_t)((leg->key[camel] >> 3) + 1u + die[camel]) << 8 * rank;
        order[rank] = camel;
    }
    return row;
}

bool camelup_leg_plain(const leg_start *leg, cn_camelup_odds *odds)
{
    leg_graph graph;
    uint32_t order[CAMELS];
    graph.leg = leg;
    graph.nodes = ENDS;
    graph.rolls = 0;
    memset(graph.slot, 0, sizeof graph.slot);
    memset(graph.starts, 0, sizeof graph.starts);
    graph.node[node_of(&graph, first_row(leg, order))].ways = 1;
    if (!go_forwards(&graph)) return false;
    go_backwards(&graph);
    for (uint32_t rank = 0; rank < CAMELS; rank++) {
        uint32_t *places = odds->rank[order[rank]];
        places[0] = leg_ways[leg->left];
        for (uint32_t i = 0; i < 4; i++) {
            places[4 - i] = (uint32_t)(graph.places[ENDS][rank] >> 16 * i & 0xFFFF);
            places[0] -= places[4 - i];
        }
    }
    camelup_leg_landings(leg, graph.starts, odds);
    return true;
}

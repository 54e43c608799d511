/* cards/legs.c: the legs behind legs.h.
 *
 * Some hundred legs are too few to tell good bets from better ones, so two methods remove most of
 * their noise. Every unseen card begins equally many legs. And the average effect of a leg's cards
 * on each camel is known: we weight the legs so that theirs is the same (control variates, as a
 * regression; Owen, Monte Carlo theory, chapter 8). And for the mean, the tables replace the last
 * few cards of a leg (conditional Monte Carlo). */
#include "legs.h"

#define HAND_ODDS 6 /* a seat with a hand card plays it in one of so many turns */
#define TABLED 3    /* at most so many cards of a leg come from the tables */
#define AHEAD_MAX 200

/* Everything that determines a leg. */
typedef struct leg_key {
    uint8_t order[CAMELS], space[CAMELS], ones[CAMELS];
    uint8_t token_space[2], wide[2];
    uint8_t last, deck, twos, hands, seats, own, tables, used;
    uint8_t spare[5];
} leg_key;

_Static_assert(sizeof(leg_key) == 32, "four words to compare");

typedef struct memo_entry {
    leg_key key;
    cards_legs legs;
} memo_entry;

_Static_assert(sizeof(memo_entry) * CARDS_LEGS_ENTRIES == CARDS_LEGS_MEMO_BYTES, "as the header says");

static leg_key key_of(const cn_cards *s, uint32_t viewer, uint32_t own, const void *tables)
{
    uint32_t others = own == CARDS_NO_FACE ? s->hand : s->hand & ~(1u << viewer);
    leg_key key = {.last = s->last,
                   .deck = s->deck,
                   .twos = s->twos,
                   .hands = (uint8_t)cn_count_bits(others),
                   .seats = s->head.seats,
                   .own = (uint8_t)own,
                   .tables = tables != NULL,
                   .used = 1};
    memcpy(key.order, s->order, sizeof key.order);
    memcpy(key.space, s->space, sizeof key.space);
    memcpy(key.ones, s->ones, sizeof key.ones);
    memcpy(key.token_space, s->token_space, sizeof key.token_space);
    memcpy(key.wide, s->wide, sizeof key.wide);
    return key;
}

static uint32_t place_of_key(const leg_key *key)
{
    uint64_t word[4], hash = 0;
    memcpy(word, key, sizeof word);
    for (uint32_t i = 0; i < 4; i++) {
        hash = (hash ^ word[i]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash >> 32) % CARDS_LEGS_ENTRIES;
}

static uint32_t unseen_of(const leg_key *key, uint8_t faces[CARDS_ALL])
{
    uint32_t count = 0;
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        uint32_t ones = (uint32_t)(CARDS_ONES - key->ones[camel]) - (key->own == camel);
        for (uint32_t k = 0; k < ones; k++) faces[count++] = (uint8_t)camel;
        if ((key->twos >> camel & 1) == 0 && key->own != CAMELS + camel) {
            faces[count++] = (uint8_t)(CAMELS + camel);
        }
    }
    return count;
}

/* Draw `drawn` of the cards to the front, the one at `first` before all others. */
static void shuffle(uint8_t *faces, uint32_t count, uint32_t first, uint32_t drawn, uint64_t *seed)
{
    for (uint32_t k = 0; k < drawn && k < count; k++) {
        uint32_t at = k == 0 ? first : k + cn_random_below(seed, count - k);
        uint8_t face = faces[at];
        faces[at] = faces[k];
        faces[k] = face;
    }
}

static uint8_t in_chances(uint32_t odds)
{
    return (uint8_t)((odds * CARDS_CHANCE + CARDS_SURE / 2) / CARDS_SURE);
}

/* Record a finished leg, and the prospects of the race. */
static void finish(cn_cards *now, const void *tables, bool crossed, cards_leg_end *end)
{
    memset(end, 0, sizeof *end);
    for (uint32_t place = 0; place < CAMELS; place++) {
        end->rank[now->order[place]] = (uint8_t)(CAMELS - 1 - place);
    }
    end->kept = (uint8_t)((now->token_space[PALM] != 0) + 2 * (now->token_space[FENNEC] != 0));
    if (crossed) {
        end->race[RACE_FIRST][now->order[4]] = CARDS_CHANCE;
        end->race[RACE_SECOND][now->order[3]] = CARDS_CHANCE;
        end->race[RACE_FOURTH][now->order[1]] = CARDS_CHANCE;
        end->race[RACE_LAST][now->order[0]] = CARDS_CHANCE;
        return;
    }
    cards_race_odds odds;
    cards_storm(now->space, cards_track_cards(now->head.seats), cards_wide(now), &now->last);
    now->token_space[PALM] = now->token_space[FENNEC] = 0;
    cards_odds_race(now, tables, &odds);
    for (uint32_t kind = 0; kind < RACE_KINDS; kind++) {
        for (uint32_t place = 0; place < CAMELS; place++) {
            end->race[kind][now->order[place]] = in_chances(odds.of[kind][place]);
        }
    }
    uint32_t ahead = now->last + 1u - now->space[CAMELS - 1];
    end->ahead = (uint8_t)(ahead < AHEAD_MAX ? ahead : AHEAD_MAX);
}

static uint32_t from_tables(const leg_key *key)
{
    return key->deck / 3 < TABLED ? key->deck / 3 : TABLED;
}

/* The odds of a leg with so many cards to come, by camel. */
static void note_odds(cn_cards now, uint32_t cards, const void *tables, cards_leg_odds *odds)
{
    cards_leg_odds by_place = cards_leg_over;
    now.deck = (uint8_t)cards;
    if (cards > 0) cards_odds_leg(&now, tables, &by_place);
    for (uint32_t kind = 0; kind < LEG_KINDS; kind++) {
        for (uint32_t i = 0; i < CAMELS; i++) odds->of[kind][now.order[i]] = by_place.of[kind][i];
    }
}

/* One leg, with the cards in this order. */
static void play_leg(cn_cards *now, const leg_key *key, const uint8_t *faces, const void *tables,
                     uint64_t *seed, cards_legs *legs, cards_leg_odds *odds)
{
    uint32_t deck = key->deck, hands = key->hands, turns = HAND_ODDS * (uint32_t)key->seats;
    uint32_t rest = from_tables(key);
    bool crossed = false, noted = false;
    while (deck > 0 && !crossed) {
        bool by_hand = hands > 0 && cn_random_below(seed, turns) < hands;
        uint32_t face = *faces++, steps = by_hand ? 1 : 1 + face / CAMELS;
        cards_path path = cards_move(now->order, now->space, now->token_space, now->last,
                                     face % CAMELS, steps);
        legs->landing[path.landing]++;
        crossed = path.crossed;
        hands -= by_hand;
        deck -= !by_hand;
        if (!noted && (crossed || deck == rest)) {
            note_odds(*now, crossed ? 0 : deck, tables, odds);
            noted = true;
        }
    }
}

static void sum_up(cards_legs *legs, const cards_leg_odds *odds)
{
    for (uint32_t i = 0; i < legs->count; i++) {
        const cards_leg_end *end = &legs->end[i];
        float one = end->weight, chance = one / CARDS_CHANCE;
        for (uint32_t camel = 0; camel < CAMELS; camel++) {
            for (uint32_t kind = 0; kind < LEG_KINDS; kind++) {
                legs->leg[kind][camel] += one / CARDS_SURE * (float)odds[i].of[kind][camel];
            }
            for (uint32_t kind = 0; kind < RACE_KINDS; kind++) {
                legs->race[kind][camel] += chance * (float)end->race[kind][camel];
            }
        }
        legs->kept[PALM] += one * (float)(end->kept & 1);
        legs->kept[FENNEC] += one * (float)(end->kept >> 1);
        legs->over += end->ahead == 0 ? one : 0;
        legs->ahead += one * (float)end->ahead;
    }
}

/* Solve a small system of equations; the matrix is symmetric and positive. */
static void solve(float matrix[CAMELS][CAMELS], float x[CAMELS])
{
    for (uint32_t i = 0; i < CAMELS; i++) {
        for (uint32_t k = i + 1; k < CAMELS; k++) {
            float part = matrix[k][i] / matrix[i][i];
            for (uint32_t j = i; j < CAMELS; j++) matrix[k][j] -= part * matrix[i][j];
            x[k] -= part * x[i];
        }
    }
    for (uint32_t i = CAMELS; i-- > 0;) {
        for (uint32_t j = i + 1; j < CAMELS; j++) x[i] -= matrix[i][j] * x[j];
        x[i] /= matrix[i][i];
    }
}

/* Weight the legs so that their cards bring each camel as far as all unseen cards do on average.
 * `steps`: by leg and camel, beyond that average. */
static void weigh_legs(cards_legs *legs, float (*steps)[CAMELS])
{
    float matrix[CAMELS][CAMELS] = {{0}}, mean[CAMELS] = {0}, count = (float)legs->count, all = 0;
    for (uint32_t i = 0; i < legs->count; i++) {
        for (uint32_t a = 0; a < CAMELS; a++) {
            mean[a] += steps[i][a] / count;
            for (uint32_t b = 0; b <= a; b++) matrix[a][b] += steps[i][a] * steps[i][b] / count;
        }
    }
    for (uint32_t a = 0; a < CAMELS; a++) {
        for (uint32_t b = 0; b <= a; b++) matrix[a][b] = matrix[b][a] = matrix[a][b] - mean[a] * mean[b];
        matrix[a][a] += 0.01f; /* with little variation there is little correction */
    }
    float slope[CAMELS];
    memcpy(slope, mean, sizeof slope);
    solve(matrix, slope);
    for (uint32_t i = 0; i < legs->count; i++) {
        float weight = 1;
        for (uint32_t a = 0; a < CAMELS; a++) weight -= slope[a] * (steps[i][a] - mean[a]);
        legs->end[i].weight = weight > 0 ? weight : 0;
        all += legs->end[i].weight;
    }
    for (uint32_t i = 0; i < legs->count; i++) legs->end[i].weight /= all;
}

static void play_all(const cn_cards *s, const leg_key *key, const void *tables, cards_legs *legs)
{
    uint8_t faces[CARDS_ALL];
    cards_leg_odds odds[CARDS_LEGS_MAX];
    float steps[CARDS_LEGS_MAX][CAMELS], mean[CAMELS] = {0};
    uint32_t count = unseen_of(key, faces);
    uint32_t rounds = key->deck == 1 ? 1 : CARDS_LEGS_MAX / count;
    uint64_t seed = 0; /* the same for all positions, so that they are comparable */
    memset(legs, 0, offsetof(cards_legs, end));
    for (uint32_t k = 0; k < count; k++) {
        mean[faces[k] % CAMELS] += (float)((1 + faces[k] / CAMELS) * key->deck) / (float)count;
    }
    for (uint32_t leg = 0; leg < rounds * count; leg++) {
        cn_cards now = *s;
        uint8_t drawn[CARDS_ALL];
        memcpy(drawn, faces, sizeof drawn);
        shuffle(drawn, count, leg % count, key->deck + key->hands, &seed);
        for (uint32_t camel = 0; camel < CAMELS; camel++) steps[leg][camel] = -mean[camel];
        for (uint32_t k = 0; k < key->deck; k++) {
            steps[leg][drawn[k] % CAMELS] += (float)(1 + drawn[k] / CAMELS);
        }
        play_leg(&now, key, drawn, tables, &seed, legs, &odds[leg]);
        finish(&now, tables, now.space[CAMELS - 1] == CN_CARDS_BEYOND, &legs->end[legs->count++]);
    }
    weigh_legs(legs, steps);
    sum_up(legs, odds);
}

const cards_legs *cards_legs_find(const cn_cards *s, uint32_t viewer, uint32_t own,
                                  const void *tables, void *memo, cards_legs *room)
{
    leg_key key = key_of(s, viewer, own, tables);
    if (memo == NULL) {
        play_all(s, &key, tables, room);
        return room;
    }
    memo_entry *entry = (memo_entry *)memo + place_of_key(&key);
    if (memcmp(&entry->key, &key, sizeof key) != 0) {
        play_all(s, &key, tables, &entry->legs);
        entry->key = key;
    }
    return &entry->legs;
}

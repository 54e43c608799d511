/* cards/legs.c: the legs behind legs.h.
 *
 * The unseen cards are shuffled once, and each of them begins one leg, in which the cards follow in that
 * order, the first after the last. So over all these legs every card comes equally often at every
 * turn, and how far a camel gets on average is exact; legs drawn one by one would need to be several
 * times as many. */
#include "legs.h"

#define HAND_ODDS 6        /* who holds a hand card plays it in one of so many turns */
#define CARDS_AHEAD_MAX 200

/* All that a leg depends on. */
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

static void shuffle(uint8_t *faces, uint32_t count, uint64_t *seed)
{
    for (uint32_t k = count; k > 1; k--) {
        uint32_t at = cn_random_below(seed, k);
        uint8_t face = faces[at];
        faces[at] = faces[k - 1];
        faces[k - 1] = face;
    }
}

static uint8_t in_chances(uint32_t odds)
{
    return (uint8_t)((odds * CARDS_CHANCE + CARDS_SURE / 2) / CARDS_SURE);
}

/* Writes down a leg that is over, and what the race then may bring. */
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
    end->ahead = (uint8_t)(ahead < CARDS_AHEAD_MAX ? ahead : CARDS_AHEAD_MAX);
}

/* One leg, with the cards from faces[at] on. */
static void play_leg(cn_cards *now, const leg_key *key, const uint8_t *faces, uint32_t count,
                     uint32_t at, uint64_t *seed, cards_legs *legs)
{
    uint32_t deck = key->deck, hands = key->hands, turns = HAND_ODDS * (uint32_t)key->seats;
    bool crossed = false;
    while (deck > 0 && !crossed) {
        bool by_hand = hands > 0 && cn_random_below(seed, turns) < hands;
        uint32_t face = faces[at], steps = by_hand ? 1 : 1 + face / CAMELS;
        at = at + 1 == count ? 0 : at + 1;
        cards_path path = cards_move(now->order, now->space, now->token_space, now->last,
                                     face % CAMELS, steps);
        legs->landing[path.landing]++;
        crossed = path.crossed;
        hands -= by_hand;
        deck -= !by_hand;
    }
}

static bool crossed_in(const cn_cards *now) { return now->space[CAMELS - 1] == CN_CARDS_BEYOND; }

static void sum_up(cards_legs *legs)
{
    float one = 1 / (float)legs->count, chance = one / CARDS_CHANCE;
    for (uint32_t i = 0; i < legs->count; i++) {
        const cards_leg_end *end = &legs->end[i];
        for (uint32_t camel = 0; camel < CAMELS; camel++) {
            legs->leg[camel][end->rank[camel]] += one;
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

static void play_all(const cn_cards *s, const leg_key *key, const void *tables, cards_legs *legs)
{
    uint8_t faces[CARDS_ALL];
    uint32_t count = unseen_of(key, faces);
    uint32_t rounds = key->deck == 1 ? 1 : CARDS_LEGS_MAX / count;
    memset(legs, 0, offsetof(cards_legs, end));
    for (uint32_t round = 0; round < rounds; round++) {
        uint64_t seed = round; /* the same for all positions, so that they compare well */
        shuffle(faces, count, &seed);
        for (uint32_t at = 0; at < count; at++) {
            cn_cards now = *s;
            play_leg(&now, key, faces, count, at, &seed, legs);
            finish(&now, tables, crossed_in(&now), &legs->end[legs->count++]);
        }
    }
    sum_up(legs);
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

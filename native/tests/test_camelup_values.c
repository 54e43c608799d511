/* test_camelup_values.c: the values of actions along random games, and many moves in one call, each
 * against what one by one comes to, to run under sanitizers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/camelup/values.h"
#include "games/camelup/rules.h"

#define GAMES 6
#define EVERY 23 /* decisions: one of so many is valued */
#define BATCH 40

static int failures;

#define CHECK(condition)                                                         \
    do {                                                                         \
        if (!(condition)) {                                                      \
            if (failures++ < 20) {                                               \
                fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);  \
            }                                                                    \
        }                                                                        \
    } while (0)

static void *tables;

/* The k-th line of what can come here, with its line end; its length without it. */
static uint32_t line_at(const char *list, uint32_t k, const char **line)
{
    for (; k > 0; k--) list = strchr(list, '\n') + 1;
    *line = list;
    return (uint32_t)(strchr(list, '\n') - list);
}

static void check_values(const cn_camelup *s, uint8_t seat, const char *faces)
{
    cn_camelup_value values[CN_CAMELUP_ACTIONS_MAX];
    cn_camelup asked = *s;
    asked.head.seat = seat;
    const uint8_t *state = (const uint8_t *)&asked;
    uint32_t count = cn_camelup_values(tables, (const uint8_t *)s, seat, faces, values);
    CHECK(count == cn_ways(state));
    for (uint32_t k = 0; k < count; k++) {
        double worth = values[k].exact + values[k].estimated;
        CHECK(worth < 50 && worth > -50);
        CHECK(k == 0 || values[k - 1].exact + values[k - 1].estimated >= worth);
        CHECK(cn_check(state, values[k].text, (uint32_t)strlen(values[k].text)) == CN_OK);
        for (uint32_t other = 0; other < k; other++) {
            CHECK(strcmp(values[k].text, values[other].text) != 0);
        }
    }
}

static void test_every_action_along_random_games_is_valued_once(void)
{
    static const char *const hands[3] = {"?????", "ygbow", "bgowy"};
    static char list[CN_CAMELUP_ACTIONS_MAX * CN_TEXT_MAX];
    uint64_t seed = 7;
    uint32_t decisions = 0, valued = 0;
    for (uint32_t game = 0; game < GAMES; game++) {
        uint32_t options[CN_OPTIONS_MAX] = {game & 1, game >> 1 & 1, 0, 0};
        cn_camelup s;
        uint8_t *state = (uint8_t *)&s;
        CHECK(cn_new(cn_game_number("camelup"), (uint8_t)(2 + game), options, state));
        while (s.head.node == CN_DECIDE || s.head.node == CN_CHANCE) {
            if (s.head.node == CN_DECIDE && decisions++ % EVERY == 0) {
                check_values(&s, (uint8_t)(valued % s.head.seats), hands[valued % 3]);
                valued++;
            }
            const char *line;
            cn_list(state, list, NULL);
            uint32_t ways = cn_ways(state), k = cn_random_below(&seed, ways);
            if (s.head.node == CN_DECIDE && cn_random_below(&seed, 4) == 0) k = 0; /* a roll */
            uint32_t length = line_at(list, k, &line);
            CHECK(cn_apply(state, line, length, state, NULL) == CN_OK);
        }
    }
    CHECK(valued > 10);
}

static void test_faces_that_are_none_are_refused(void)
{
    static const char *const wrong[3] = {"ygbo?", "ygboo", "xxxxx"};
    cn_camelup_value values[CN_CAMELUP_ACTIONS_MAX];
    cn_camelup s = {.head = {1, 2, CN_DECIDE, 0}, .starter = 1, .dice = 1, .leg = {1, 0, 0, 0},
                    .order = {0, 1, 2, 3, 4}, .space = {1, 2, 3, 4, 5}, .pyramid = {4}};
    CHECK(cn_audit((const uint8_t *)&s, sizeof s) == 0);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK(cn_camelup_values(tables, (const uint8_t *)&s, 1, wrong[i], values) == 0);
    }
    CHECK(cn_camelup_values(tables, (const uint8_t *)&s, 1, "bgowy", values) > 0);
}

static void test_many_moves_come_to_what_each_comes_to_by_itself(void)
{
    static const char *const notations[5] = {"roll", "leg g", "tile 9-", "die b1", "nonsense"};
    static cn_camelup many[BATCH], after[BATCH];
    char text[BATCH * CN_TEXT_MAX];
    uint8_t statuses[BATCH];
    uint32_t length = 0, taken = 0;
    for (uint32_t i = 0; i < BATCH; i++) {
        const char *word = notations[i % 5];
        many[i] = (cn_camelup){.head = {1, 2, CN_DECIDE, 0}, .starter = 1, .dice = 31,
                               .leg = {1, 0, 0, 0}, .order = {0, 1, 2, 3, 4},
                               .space = {1, 2, 3, 4, (uint8_t)(5 + i % 5)}};
        memcpy(text + length, word, strlen(word));
        length += (uint32_t)strlen(word);
        text[length++] = '\n';
    }
    /* The last two have no line of their own. */
    length -= (uint32_t)(strlen(notations[3]) + strlen(notations[4]) + 2);
    taken = cn_apply_all((const uint8_t *)many, BATCH, text, length, (uint8_t *)after, statuses);
    uint32_t expected = 0;
    for (uint32_t i = 0; i < BATCH; i++) {
        cn_camelup one = many[i];
        const char *word = i < BATCH - 2 ? notations[i % 5] : "";
        cn_status status = cn_apply((const uint8_t *)&many[i], word, (uint32_t)strlen(word),
                                    (uint8_t *)&one, NULL);
        CHECK(statuses[i] == status);
        CHECK(memcmp(&one, &after[i], sizeof one) == 0);
        expected += status == CN_OK;
    }
    CHECK(taken == expected && expected > BATCH / 3);
    /* In place, too. */
    CHECK(cn_apply_all((const uint8_t *)many, BATCH, text, length, (uint8_t *)many, statuses) ==
          expected);
    CHECK(memcmp(many, after, sizeof many) == 0);
}

int main(void)
{
    tables = malloc((size_t)cn_camelup_tables_bytes());
    if (tables == NULL) abort();
    cn_camelup_tables_build(tables);
    test_every_action_along_random_games_is_valued_once();
    test_faces_that_are_none_are_refused();
    test_many_moves_come_to_what_each_comes_to_by_itself();
    free(tables);
    if (failures > 0) fprintf(stderr, "%d checks failed\n", failures);
    return failures > 0;
}

/* targui/notation.c: moves, outcomes and their text: `move 26 49 10`, `land reg`, `draw 2`. */
#include "rules.h"

static const char *const land_names[9] = {"",    "camp",  "saline", "guelta", "reg",
                                          "erg", "feche", "mount",  "chott"};
static const char *const sector_names[4] = {"nw", "ne", "sw", "se"};

static const struct {
    const char *word;
    targui_verb verb;
} verbs[] = {
    {"first ", FIRST},     {"sector ", SECTOR}, {"land ", LAND}, {"camp ", CAMP},
    {"die ", DIE},         {"draw ", DRAW},     {"hit ", HIT},   {"move ", MOVE},
    {"destiny ", DESTINY}, {"attack ", ATTACK}, {"pass", PASS},  {"buy ", BUY},
    {"occupy ", OCCUPY},   {"again", AGAIN},    {"stop", STOP},
};
#define VERBS (sizeof verbs / sizeof verbs[0])

/* A cell or the like: too large a number stands for no cell. */
static uint32_t read_cell(cn_reader *reader)
{
    uint32_t cell = cn_read_number(reader);
    return cell < CELL_MAX ? cell : CELL_MAX;
}

/* A number of camels; all impossibly large ones are alike. */
static uint32_t read_count(cn_reader *reader)
{
    if (!cn_read_word(reader, " ")) reader->bad = true;
    uint32_t count = cn_read_digits(reader, 5);
    return count < COUNT_MAX ? count : COUNT_MAX;
}

static uint32_t read_name(cn_reader *reader, const char *const *names, uint32_t low, uint32_t high)
{
    for (uint32_t i = low; i < high; i++) {
        if (cn_read_word(reader, names[i])) return i;
    }
    reader->bad = true;
    return 0;
}

static uint32_t read_card(cn_reader *reader)
{
    if (cn_read_word(reader, "destiny")) return DESTINY_IN_PILE;
    uint32_t seat = read_cell(reader);
    return seat < SEATS_MAX ? seat : CELL_MAX;
}

bool targui_parse(const char *text, uint32_t length, cn_move *move)
{
    cn_reader reader = {text, text + length, false};
    uint32_t k = 0, from = 0, to = 0, count = 0;
    while (k < VERBS && !cn_read_word(&reader, verbs[k].word)) k++;
    if (k == VERBS) return false;
    targui_verb verb = verbs[k].verb;
    switch (verb) {
    case SECTOR: from = read_name(&reader, sector_names, 0, 4); break;
    case LAND: from = read_name(&reader, land_names, CN_TARGUI_CAMP, CN_TARGUI_CHOTT + 1); break;
    case DIE:
    case HIT: from = 1 + cn_read_letter(&reader, "123456"); break;
    case DRAW: from = read_card(&reader); break;
    case FIRST:
    case CAMP:
    case DESTINY: from = read_cell(&reader); break;
    case MOVE:
    case ATTACK:
        from = read_cell(&reader);
        if (!cn_read_word(&reader, " ")) reader.bad = true;
        to = read_cell(&reader);
        if (verb == MOVE) count = read_count(&reader);
        break;
    case BUY:
        from = read_cell(&reader);
        count = read_count(&reader);
        break;
    case OCCUPY:
        count = cn_read_digits(&reader, 5);
        if (count > COUNT_MAX) count = COUNT_MAX;
        break;
    case PASS:
    case AGAIN:
    case STOP: break;
    }
    *move = targui_move_of(verb, from, to, count);
    return cn_read_done(&reader);
}

uint32_t targui_format(cn_move move, char *text)
{
    targui_verb verb = targui_verb_of(move);
    uint32_t k = 0, from = targui_from(move);
    while (verbs[k].verb != verb) k++;
    char *at = cn_write_word(text, verbs[k].word);
    switch (verb) {
    case SECTOR: at = cn_write_word(at, sector_names[from]); break;
    case LAND: at = cn_write_word(at, land_names[from]); break;
    case DRAW:
        at = from == DESTINY_IN_PILE ? cn_write_word(at, "destiny") : cn_write_number(at, from);
        break;
    case FIRST:
    case CAMP:
    case DESTINY:
    case DIE:
    case HIT:
    case BUY: at = cn_write_number(at, from); break;
    case MOVE:
    case ATTACK:
        at = cn_write_word(cn_write_number(at, from), " ");
        at = cn_write_number(at, targui_to(move));
        break;
    case OCCUPY: at = cn_write_number(at, targui_count(move)); break;
    case PASS:
    case AGAIN:
    case STOP: break;
    }
    if (verb == MOVE || verb == BUY) {
        at = cn_write_number(cn_write_word(at, " "), targui_count(move));
    }
    return (uint32_t)(at - text);
}

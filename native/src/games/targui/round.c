/* targui/round.c: the round: the effect of a destiny card, and the tribute at its end. */
#include "rules.h"

/* Change the camels of one cell, and report it. Camels that leave go back to the box (T6); camels
 * that arrive come out of it, as many as there are. */
static void change_cell(cn_targui *s, uint32_t cell, uint32_t after, cn_events *events)
{
    uint32_t before = targui_camels(s, cell), box = targui_box(s);
    if (after > before + box) after = before + box;
    if (after == before) return;
    targui_set_camels(s, cell, after);
    targui_store16(s->box, box + before - after);
    cn_event *event = cn_event_add(events, CN_TARGUI_CELL_CHANGED);
    if (event != NULL) {
        event->arg[0] = (uint8_t)cell;
        event->arg[1] = (uint8_t)targui_owner(s, cell);
        event->number[0] = (int32_t)before;
        event->number[1] = (int32_t)after;
    }
}

static void change_money(cn_targui *s, uint32_t seat, uint64_t after, cn_events *events)
{
    uint32_t before = targui_money(s, seat);
    targui_set_money(s, seat, after);
    uint32_t now = targui_money(s, seat);
    if (now == before) return;
    cn_event *event = cn_event_add(events, CN_TARGUI_MONEY_CHANGED);
    if (event != NULL) {
        event->arg[0] = (uint8_t)seat;
        event->number[0] = (int32_t)before;
        event->number[1] = (int32_t)now;
    }
}

/* Camels left of `camels` on a cell of this land when `card` takes some away. */
static uint32_t kept(uint32_t card, uint32_t land, uint32_t camels)
{
    uint32_t loss = 0;
    switch (card) {
    case 1: loss = land == CN_TARGUI_SALINE ? camels : 0; break;
    case 6: loss = land == CN_TARGUI_ERG ? 3 : 0; break;
    case 7: loss = land == CN_TARGUI_GUELTA && camels > 15 ? camels - 15 : 0; break;
    case 9: loss = land == CN_TARGUI_CAMP ? camels / 2 : 0; break;
    case 10: loss = 1; break;
    case 11: loss = land == CN_TARGUI_REG ? 5 : 0; break;
    case 14: loss = land == CN_TARGUI_GUELTA ? 10 : 0; break;
    }
    return camels - (loss < camels ? loss : camels);
}

void targui_destiny(cn_targui *s, uint32_t card, cn_events *events)
{
    cn_event *event = cn_event_add(events, CN_TARGUI_DESTINY_TURNED);
    if (event != NULL) {
        event->arg[0] = (uint8_t)card;
        event->arg[1] = (uint8_t)cn_count_bits(targui_load16(s->deck));
    }
    if (card == EFFECT_ERGS || card == EFFECT_MOUNTAINS) {
        s->effect = (uint8_t)card;
    } else if (card >= 2 && card <= 5) {
        uint32_t seat = card - 2;
        if (seat < s->head.seats && targui_has_camp(s, seat)) {
            change_cell(s, s->camp[seat], targui_camels(s, s->camp[seat]) + 10, events);
        }
    } else if (card == 8 || card == 15) {
        for (uint32_t seat = 0; seat < s->head.seats; seat++) {
            if (!targui_has_camp(s, seat)) continue;
            change_money(s, seat, card == 15 ? 0 : (uint64_t)targui_money(s, seat) + 10, events);
        }
    } else if (card == 12) {
        uint64_t owned = 0;
        for (uint32_t seat = 0; seat < SEATS_MAX; seat++) owned |= targui_owned(s, seat);
        for (; owned != 0; owned &= owned - 1) {
            uint32_t cell = targui_lowest(owned);
            if (s->land[cell - 1] != CN_TARGUI_GUELTA) continue;
            change_cell(s, cell, targui_camels(s, cell) + 5, events);
        }
    } else {
        for (uint64_t cells = targui_load_set(s->loaded); cells != 0; cells &= cells - 1) {
            uint32_t cell = targui_lowest(cells);
            change_cell(s, cell, kept(card, s->land[cell - 1], targui_camels(s, cell)), events);
        }
    }
}

void targui_tribute(cn_targui *s, cn_events *events)
{
    cn_event *event = cn_event_add(events, CN_TARGUI_TRIBUTE_PAID);
    if (event != NULL) event->number[0] = s->round;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if (targui_out(s, seat)) continue;
        bool camp = targui_has_camp(s, seat);
        uint32_t silver = 0;
        uint8_t count[9] = {0};
        for (uint64_t own = camp ? targui_owned(s, seat) : 0; own != 0; own &= own - 1) {
            uint32_t cell = targui_lowest(own), pay = targui_pay(s, cell);
            silver += pay;
            if (pay > 0) count[s->land[cell - 1]]++;
        }
        s->tribute[seat] = (uint8_t)silver;
        targui_set_money(s, seat, (uint64_t)targui_money(s, seat) + silver);
        event = cn_event_add(events, CN_TARGUI_TRIBUTE_LINE);
        if (event == NULL) continue;
        event->arg[0] = (uint8_t)seat;
        event->arg[1] = camp;
        memcpy(&event->arg[2], &count[CN_TARGUI_CAMP], 7);
        event->number[0] = (int32_t)silver;
        event->number[1] = (int32_t)targui_money(s, seat);
        event->number[2] = s->effect == EFFECT_MOUNTAINS ? 3 : 0;
    }
}

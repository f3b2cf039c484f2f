import { withoutBlankEnds } from './text/invisible-text.ts';
import { isHiragana } from './text-width.ts';

/** Dashes that keyboards and phones produce for ー. */
const dashes = /([ぁ-ゖゝゞー])([‐‑‒–—―−－\uFF70〜～]+)/g;

/** Stored form of a reading: NFC, a dash after a letter as ー, trimmed. */
export function tidyKana(text: string): string {
  return withoutBlankEnds(text.normalize('NFC')).replace(
    dashes,
    (_, letter: string, marks: string) => letter + 'ー'.repeat(marks.length),
  );
}

/** Reading of one name field while it is typed. */
export type KanaState = {
  /** Content of the kana field. */
  kana: string;
  /** Latest reading of the current composition, not yet part of `kana`. */
  pending: string;
  /** Whether the person edited the kana field; it is then never overwritten. */
  isEdited: boolean;
  /** Whether the reading existed before the form opened; it is cleared along with its name. */
  isStored: boolean;
};

/**
 * Events of the two fields: the input method's compositionupdate and compositionend on the name
 * (with their data), the name being emptied or replaced (`clear`), and typing in the kana field
 * itself (`edit`).
 */
export type KanaEvent =
  | { type: 'update'; data: string }
  | { type: 'end'; data: string }
  | { type: 'clear' }
  | { type: 'edit'; kana: string };

/** Initial state; existing kana counts as stored, and is kept while the name is only extended. */
export function startKana(kana = ''): KanaState {
  return { kana, pending: '', isEdited: kana !== '', isStored: kana !== '' };
}

/**
 * Collects the reading of a name from its composition: the last hiragana before the kanji. Kanji
 * candidates are ignored. An edited kana field is never overwritten until the person empties it.
 */
export function kanaReducer(state: KanaState, event: KanaEvent): KanaState {
  switch (event.type) {
    case 'update':
      return { ...state, pending: readingOf(event.data) ?? state.pending };
    case 'end': {
      // An end without data is a cancelled composition; its reading is empty.
      const reading = readingOf(event.data) ?? state.pending;
      const kana = state.isEdited ? state.kana : state.kana + reading;
      return { ...state, kana, pending: '' };
    }
    case 'clear':
      return state.isEdited && !state.isStored ? { ...state, pending: '' } : startKana();
    case 'edit':
      return { kana: event.kana, pending: '', isEdited: event.kana !== '', isStored: false };
  }
}

/**
 * The reading in a composition's text; undefined if it shows none (kanji, half-typed romaji). A
 * single n at the end counts as ん: conversion turns けn directly into 健.
 */
function readingOf(data: string): string | undefined {
  const text = data.normalize('NFKC').replace(/([ぁ-ゖー])n$/, '$1ん');
  return isHiragana(text) ? text : undefined;
}

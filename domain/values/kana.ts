import { withoutBlankEnds } from './text/invisible-text.ts';
import { isHiragana } from './text-width.ts';

/** What is typed for ー by keyboards and phones that offer other dashes. */
const dashes = /([ぁ-ゖゝゞー])([‐‑‒–—―−－\uFF70〜～]+)/g;

/** A reading as it is stored: か with its mark apart as が, a dash behind a letter as ー, no blank ends. */
export function tidyKana(text: string): string {
  return withoutBlankEnds(text.normalize('NFC')).replace(
    dashes,
    (_, letter: string, marks: string) => letter + 'ー'.repeat(marks.length),
  );
}

/** The state of one name field's reading while it is being typed. */
export type KanaState = {
  /** The reading to show in the kana field. */
  kana: string;
  /** The latest reading of the composition under way, not yet part of `kana`. */
  pending: string;
  /** Whether the person edited the kana field: then it is never overwritten. */
  isEdited: boolean;
  /** Whether the reading was there before the form opened; it leaves with the name that it belongs to. */
  isStored: boolean;
};

/**
 * What happens to the two fields: an input method's compositionupdate and compositionend on the
 * name (with their data), the name becoming empty or being replaced whole (`clear`), and a text
 * typed into the kana field itself (`edit`).
 */
export type KanaEvent =
  | { type: 'update'; data: string }
  | { type: 'end'; data: string }
  | { type: 'clear' }
  | { type: 'edit'; kana: string };

/** The initial state; kana that is there already is stored, and kept while its name is only added to. */
export function startKana(kana = ''): KanaState {
  return { kana, pending: '', isEdited: kana !== '', isStored: kana !== '' };
}

/**
 * Collects the reading of a name from its composition: the last hiragana before the kanji. Kanji
 * candidates are ignored; a kana field that the person edited is never overwritten until they
 * empty it, which hands it back.
 */
export function kanaReducer(state: KanaState, event: KanaEvent): KanaState {
  switch (event.type) {
    case 'update':
      return { ...state, pending: readingOf(event.data) ?? state.pending };
    case 'end': {
      // An end without data is a cancelled composition; its reading is empty as well.
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
 * The reading in a composition's text, or undefined when it shows none (kanji, half-typed romaji).
 * A single n at the end is ん already: conversion turns けn straight into 健.
 */
function readingOf(data: string): string | undefined {
  const text = data.normalize('NFKC').replace(/([ぁ-ゖー])n$/, '$1ん');
  return isHiragana(text) ? text : undefined;
}

import type { KitRecipient } from './kit-recipient.ts';
import { letterProblems, replaceUnprintable } from './slip-letters.server.ts';
import {
  addressProblems,
  type KitSplit,
  type SagawaLines,
  sagawaLines,
  sagawaProblems,
  type YamatoLines,
  yamatoLines,
  yamatoProblems,
} from './slip-lines.ts';

/** Address in a carrier's format. With problems it goes into no file. */
export type Slip<Lines> = { lines: Lines; isMended: boolean; problems: string[] };

/** Replaces unprintable letters by look-alikes, each a problem until a person confirms it. */
function fitted<Lines extends Record<string, string>>(lines: Lines) {
  const entries = Object.entries(lines).map(
    ([field, text]) => [field, replaceUnprintable(text)] as const,
  );
  return {
    lines: Object.fromEntries(entries.map(([field, { text }]) => [field, text])) as Lines,
    problems: letterProblems(entries.flatMap(([, { replaced }]) => replaced)),
  };
}

export function yamatoSlip(recipient: KitRecipient, split: KitSplit | null): Slip<YamatoLines> {
  const isMended = split?.yamato !== undefined;
  const { lines, problems } = fitted(split?.yamato ?? yamatoLines(recipient));
  // A person who mended it has seen how town and number are split.
  const widths = isMended
    ? []
    : [...yamatoProblems(lines, recipient), ...addressProblems(recipient)];
  return { lines, isMended, problems: [...problems, ...widths] };
}

/** `isCp932` says whether the file is in CP932; UTF-8 has every letter. */
export function sagawaSlip(
  recipient: KitRecipient,
  split: KitSplit | null,
  isCp932: boolean,
): Slip<SagawaLines> {
  const isMended = split?.sagawa !== undefined;
  const computed = split?.sagawa ?? sagawaLines(recipient);
  const { lines, problems } = isCp932 ? fitted(computed) : { lines: computed, problems: [] };
  return {
    lines,
    isMended,
    problems: [
      ...problems,
      ...(isMended ? [] : [...sagawaProblems(lines), ...addressProblems(recipient)]),
    ],
  };
}

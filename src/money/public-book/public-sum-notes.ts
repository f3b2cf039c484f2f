import { withheldWords } from './public-figure.ts';

/** How public sums move, for the notes of a page. */
export const publicSumNotes = [
  '件数はその場で、金額は一日に一度、新しい寄付が5件以上あつまったときに新しくなります。',
  withheldWords,
];

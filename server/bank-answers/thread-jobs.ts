import { matchBankRows } from './match-bank-rows.ts';
import { readBankAnswer } from './read-bank-answer.ts';

export const bankAnswerJobs = { readBankAnswer, matchBankRows };

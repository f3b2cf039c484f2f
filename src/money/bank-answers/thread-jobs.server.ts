import { matchBankRows } from './match-bank-rows.server.ts';
import { readBankAnswer } from './read-bank-answer.server.ts';

export const bankAnswerJobs = { readBankAnswer, matchBankRows };

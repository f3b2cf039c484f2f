import { readBankAnswer } from './read-bank-answer.ts';

export const bankAnswerJobs = { readBankAnswer };

/** Questions about appraisals in a month (YYYY-MM), corrections after them, and their sum in yen if published. */
export type QuestionMonth = {
  month: string;
  asked: number;
  changed: number;
  changedYen: number | null;
};

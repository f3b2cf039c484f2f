import type { ArticleImage } from '#organisations/associates/associate.ts';

/** A report as visitors see it. */
export type ShownUseReport = {
  id: string;
  /** "" and without a picture if an operator hid them. */
  title: string;
  text: string;
  image: ArticleImage | null;
  isHidden: boolean;
  from: string;
  to: string;
  edition: number;
  /** Null for fewer than five gifts. */
  gifts: number | null;
  yen: number | null;
  publishedAt: string;
};

/** What an organisation said of its gifts, and what it has not reported on. */
export type ShownUses = {
  reports: ShownUseReport[];
  unreported: {
    gifts: number;
    /** Of these, arrived more than 90 days ago. */
    lateGifts: number;
    /** The last published sum, with its gifts and its day; null below five gifts. */
    sum: { yen: number; gifts: number; day: string } | null;
  } | null;
  isSample: boolean;
};

import type { RunDetail } from '#money/remittances/run.ts';

/** What the parts of a run's page share. */
export type RunProps = {
  detail: RunDetail;
  mayManage: boolean;
  /** The run as it is after a step. */
  onChanged: (detail: RunDetail) => void;
  /** Asks for all of the page anew. */
  onReload: () => void;
};

/** Only what nobody has been asked for may be changed. */
export const isOpenToChanges = ({ run, waiting }: RunDetail): boolean =>
  run.state === 'draft' && waiting === null;

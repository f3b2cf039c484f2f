import type { RunDetail } from '#money/remittances/run.ts';

/** What the parts of a run's page share. */
export type RunProps = {
  detail: RunDetail;
  mayManage: boolean;
  /** The run as it is after a step. */
  onChanged: (detail: RunDetail) => void;
  /** Reloads the page's data. */
  onReload: () => void;
};

/** A run may be changed until approval is requested. */
export const isOpenToChanges = ({ run, waiting }: RunDetail): boolean =>
  run.state === 'draft' && waiting === null;

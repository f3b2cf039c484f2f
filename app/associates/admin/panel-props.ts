import type { AdminAssociateDetail } from '#domain/associates/admin-associate.ts';

/** What every panel of an organisation gets; `path` is the API's. */
export type PanelProps = {
  path: string;
  associate: AdminAssociateDetail;
  mayEdit: boolean;
  onChanged: (associate: AdminAssociateDetail) => void;
};

import type { AdminAssociateDetail } from '#organisations/associates/admin-associate.ts';

/** Props of every panel of an organisation; `path` is its path at the API. */
export type PanelProps = {
  path: string;
  associate: AdminAssociateDetail;
  mayEdit: boolean;
  onChanged: (associate: AdminAssociateDetail) => void;
};

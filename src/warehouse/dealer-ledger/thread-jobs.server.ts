import { drawLedger, type LedgerPaper } from './draw-ledger.server.ts';

export const dealerLedgerJobs = {
  drawLedger: (paper: LedgerPaper): Promise<Uint8Array> => drawLedger(paper),
};

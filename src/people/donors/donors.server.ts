import type { Dependencies } from '#kit/dependencies.server.ts';
import type { personalData } from '#people/personal-data/personal-data.server.ts';
import { corrections } from './corrections.server.ts';
import { donorList } from './donor-list.server.ts';
import { donorParts } from './donor-parts.server.ts';
import { donorRecord } from './donor-record.server.ts';
import { locks } from './locks.server.ts';
import { merging } from './merging.server.ts';
import { notes } from './notes.server.ts';
import { rights } from './rights.server.ts';

type DonorsDeps = Pick<Dependencies, 'db' | 'clock' | 'secret' | 'publicUrl'> & {
  /** Drops a person's cached sessions (auth). */
  forget: (uid: string) => void;
  personalData: Pick<ReturnType<typeof personalData>, 'handOver' | 'eraseOnRequest'>;
};

/** Donors and guests for the operator: found, read, corrected, locked, merged. */
export const donors = (dependencies: DonorsDeps) => ({
  list: donorList(dependencies),
  ...donorRecord(dependencies),
  ...donorParts(dependencies),
  ...corrections(dependencies),
  ...notes(dependencies),
  ...locks(dependencies),
  ...rights(dependencies),
  ...merging(dependencies),
});

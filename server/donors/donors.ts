import type { Dependencies } from '#server/dependencies.ts';
import type { personalData } from '#server/personal-data/personal-data.ts';
import { corrections } from './corrections.ts';
import { donorList } from './donor-list.ts';
import { donorParts } from './donor-parts.ts';
import { donorRecord } from './donor-record.ts';
import { locks } from './locks.ts';
import { merging } from './merging.ts';
import { notes } from './notes.ts';
import { rights } from './rights.ts';

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

import type { Database } from '#kit/db/database.server.ts';
import type { Disk } from '#kit/files/disk.server.ts';
import type { FileStore } from '#kit/files/files.server.ts';
import type { Env } from '#start/env.server.ts';

/** An installation under examination. What is missing is not examined: a trial restore has only database and files. */
export type Subject = {
  db: Database;
  clock: () => Date;
  files?: FileStore | undefined;
  disk?: Disk | undefined;
  env?: Env | undefined;
};

export type FindingState = 'ok' | 'warning' | 'failing';
/** What a check found: a sentence in Japanese, what to do next, and single cases (ids and numbers, no names). */
export type Finding = {
  check: string;
  label: string;
  state: FindingState;
  says: string;
  nextStep: string;
  details: string[];
};

/** What a check says, without its own name. */
export type Found = {
  state: FindingState;
  says: string;
  nextStep?: string;
  details?: readonly string[];
};

export type Check = {
  check: string;
  label: string;
  /** Undefined if the subject has nothing to examine. */
  examine(subject: Subject): Promise<Found | undefined>;
  /** Corrects what `--repair` may correct; returns what it did in a sentence, or undefined for nothing. */
  repair?(subject: Subject): Promise<string | undefined>;
};

export const ok = (says: string): Found => ({ state: 'ok', says });
export const warning = (
  says: string,
  nextStep: string,
  details: readonly string[] = [],
): Found => ({ state: 'warning', says, nextStep, details });
export const failing = (
  says: string,
  nextStep: string,
  details: readonly string[] = [],
): Found => ({ state: 'failing', says, nextStep, details });

/** Single cases shown of each check. */
export const maxDetails = 20;

import type { SocialChallengeId } from '#domain/challenges/social-challenge.ts';
import { animal } from './animal.ts';
import { child } from './child.ts';
import { childEducation } from './child-education.ts';
import { culture } from './culture.ts';
import { disabilities } from './disabilities.ts';
import { disaster } from './disaster.ts';
import { economicDevelopment } from './economic-development.ts';
import { employment } from './employment.ts';
import { environment } from './environment.ts';
import type { FocusBank } from './focus.ts';
import { health } from './health.ts';
import { humanRights } from './human-rights.ts';
import { international } from './international.ts';
import { localCommunity } from './local-community.ts';
import { localIndustry } from './local-industry.ts';
import { nonProfitsDevelopment } from './non-profits-development.ts';
import { others } from './others.ts';
import { socialEducation } from './social-education.ts';
import { woman } from './woman.ts';

/** The 72 invented organisations by main challenge; their number per challenge is part of the sample. */
export const focusBanks: Record<SocialChallengeId, FocusBank> = {
  animal,
  child,
  international,
  'child-education': childEducation,
  disabilities,
  environment,
  disaster,
  health,
  'local-community': localCommunity,
  woman,
  'human-rights': humanRights,
  employment,
  culture,
  'social-education': socialEducation,
  'local-industry': localIndustry,
  'economic-development': economicDevelopment,
  'non-profits-development': nonProfitsDevelopment,
  others,
};

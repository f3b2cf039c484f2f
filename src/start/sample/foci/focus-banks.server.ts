import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import { animal } from './animal.server.ts';
import { child } from './child.server.ts';
import { childEducation } from './child-education.server.ts';
import { culture } from './culture.server.ts';
import { disabilities } from './disabilities.server.ts';
import { disaster } from './disaster.server.ts';
import { economicDevelopment } from './economic-development.server.ts';
import { employment } from './employment.server.ts';
import { environment } from './environment.server.ts';
import type { FocusBank } from './focus.server.ts';
import { health } from './health.server.ts';
import { humanRights } from './human-rights.server.ts';
import { international } from './international.server.ts';
import { localCommunity } from './local-community.server.ts';
import { localIndustry } from './local-industry.server.ts';
import { nonProfitsDevelopment } from './non-profits-development.server.ts';
import { others } from './others.server.ts';
import { socialEducation } from './social-education.server.ts';
import { woman } from './woman.server.ts';

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

import * as z from 'zod/mini';

import { socialChallengeIds } from './social-challenge.ts';

/** The schema of a social challenge's id. */
export const SocialChallengeId = z.enum(socialChallengeIds, '社会課題を一覧から選んでください。');

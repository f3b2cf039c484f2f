import { drawHomeLabels } from './home-labels.server.ts';
import { readCarrierAnswer } from './read-answer.server.ts';

export const trackingJobs = { readCarrierAnswer, drawHomeLabels };

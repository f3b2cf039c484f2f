import { drawHomeLabels } from './home-labels.ts';
import { readCarrierAnswer } from './read-answer.ts';

export const trackingJobs = { readCarrierAnswer, drawHomeLabels };

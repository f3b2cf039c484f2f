import { ReliefCalculator } from './relief-calculator.tsx';
import type { ReliefValues } from './relief-question.ts';

/** The calculator of the guide: loaded by itself, since the page need not wait for what forms need. */
export const GuideCalculator = ({ asked }: { asked: ReliefValues | undefined }) => (
  <ReliefCalculator asked={asked} />
);

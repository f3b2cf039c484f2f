import { useOutletContext } from 'react-router';
import type { RoomFacts } from './room.ts';
import type { StaffAssociate } from './staff-associate.ts';

export type Room = {
  associate: StaffAssociate;
  facts: RoomFacts;
  /** Whether the person may make changes here. */
  mayChange: boolean;
  reloadFacts: () => void;
};

/** The current organisation, for the pages of its area. */
export const useRoom = () => useOutletContext<Room>();

export const roomApi = (associateId: string, rest = '') =>
  `/api/staff/associates/${encodeURIComponent(associateId)}${rest}`;
export const roomPath = (associateId: string, rest: string) => `/staff/${associateId}/${rest}`;

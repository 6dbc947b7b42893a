/** Gives a slot back; must be called once. */
export type Release = () => void;

export type SlotOptions = {
  /** The number of slots of each key. */
  max: number;
  /** How long the others wait for one, in the order in which they came, and how many of them. */
  waitMs: number;
  waitingMax: number;
  /** Makes the error for who gets none. */
  refuse(): Error;
};

/** A promise only when it has to wait. */
export type Slots = { take(key: string): Release | Promise<Release> };

type Waiting = (release: Release) => void;
type Room = { taken: number; waiting: Waiting[] };

/** Slots for what may be under way at the same time, counted in this process. */
export function openSlots({ max, waitMs, waitingMax, refuse }: SlotOptions): Slots {
  const rooms = new Map<string, Room>();

  const releaseOf = (key: string, room: Room): Release => {
    const release = () => {
      const next = room.waiting.shift();
      if (next) return next(release);
      room.taken -= 1;
      if (room.taken === 0) rooms.delete(key);
    };
    return release;
  };

  function wait({ waiting }: Room): Promise<Release> {
    if (waiting.length >= waitingMax) return Promise.reject(refuse());
    return new Promise((resolve, reject) => {
      const grant: Waiting = (release) => {
        clearTimeout(timer);
        resolve(release);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(grant), 1);
        reject(refuse());
      }, waitMs).unref();
      waiting.push(grant);
    });
  }

  return {
    take(key) {
      let room = rooms.get(key);
      if (!room) rooms.set(key, (room = { taken: 0, waiting: [] }));
      if (room.taken >= max) return wait(room);
      room.taken += 1;
      return releaseOf(key, room);
    },
  };
}

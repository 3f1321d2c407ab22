// Work that several processes could do on the same data, and one of them should.

export interface WorkClaims {
  /** Does the work once nobody else does what has that name. A process that died holds it up for a while at most. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Does the work unless somebody else does what has that name just now; whether it was done here. */
  unlessTaken(name: string, work: () => Promise<void>): Promise<boolean>;
}

/** Of data that one process has for itself. */
export const OWN_CLAIMS: WorkClaims = {
  alone: (_, work) => work(),
  async unlessTaken(_, work) {
    await work();
    return true;
  },
};

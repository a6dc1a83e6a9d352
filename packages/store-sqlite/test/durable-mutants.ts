import type { Store } from "@agent-tools/contract";

/** For each rule of the durable suite a store that breaks it: it is put around a healthy one in the process that is killed. */
export const durableMutants: Readonly<Record<string, (healthy: Store) => Partial<Store>>> = {
  // Answers before it writes.
  "kill-keeps-writes": (healthy) => ({
    async set(key, value, write) {
      if (key[0] !== "written") return healthy.set(key, value, write);
      setTimeout(() => healthy.set(key, value, write), 5_000);
      return "early";
    },
  }),
  "kill-keeps-deletes": () => ({ delete: async () => true }),
  // Numbers its writes by itself, from 1 in each process.
  "kill-keeps-versions": (healthy) => {
    let last = 0;
    return {
      async set(key, value, write) {
        const made = await healthy.set(key, value, write);
        if (made === undefined || key[0] !== "counter") return made;
        last += 1;
        return String(last);
      },
    };
  },
  // Looks, then writes.
  "processes-agree": (healthy) => ({
    async set(key, value, { ifVersion, ...write } = {}) {
      const entry = await healthy.get(key);
      if (ifVersion !== undefined && (entry?.version ?? null) !== ifVersion) return undefined;
      await new Promise((resolve) => setTimeout(resolve, 1));
      return healthy.set(key, value, write);
    },
  }),
};

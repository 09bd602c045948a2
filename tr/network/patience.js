export const patience = { answer: 30_000, page: 10_000, requests: 3_000, script: 10_000 };
//# sourceMappingURL=patience.js.map
export {};
//# sourceMappingURL=dom.js.map
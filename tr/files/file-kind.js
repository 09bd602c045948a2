export {};
//# sourceMappingURL=file-kind.js.map
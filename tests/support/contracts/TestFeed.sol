// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// The calls of a Chainlink price feed that a reader makes, with an answer that anybody may set.
contract TestFeed {
    uint8 public immutable decimals;
    string public description;
    uint80 private _round;
    int256 private _answer;
    uint256 private _updatedAt;

    constructor(uint8 decimals_, string memory description_) {
        decimals = decimals_;
        description = description_;
    }

    function set(int256 answer, uint256 updatedAt) external {
        _round += 1;
        _answer = answer;
        _updatedAt = updatedAt;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (_round, _answer, _updatedAt, _updatedAt, _round);
    }
}

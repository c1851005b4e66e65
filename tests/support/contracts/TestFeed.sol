// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// The calls of a Chainlink price feed that a reader makes, with answers that anybody may set, wrong ones too.
contract TestFeed {
    uint8 public decimals;
    string public description;
    uint80 private _round;
    int256 private _answer;
    uint256 private _updatedAt;
    bytes private _raw;
    bool private _isReverting;

    constructor(uint8 decimals_, string memory description_) {
        decimals = decimals_;
        description = description_;
    }

    function set(int256 answer, uint256 updatedAt) external {
        setRound(_round + 1, answer, updatedAt);
    }

    function setRound(uint80 round, int256 answer, uint256 updatedAt) public {
        _round = round;
        _answer = answer;
        _updatedAt = updatedAt;
        _raw = "";
        _isReverting = false;
    }

    function setDecimals(uint8 decimals_) external {
        decimals = decimals_;
    }

    /// From now on the round is told as these bytes, whatever they are.
    function setRaw(bytes calldata raw) external {
        _raw = raw;
    }

    function setReverting() external {
        _isReverting = true;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        require(!_isReverting, "no data");
        bytes memory raw = _raw;
        if (raw.length > 0) {
            assembly {
                return(add(raw, 32), mload(raw))
            }
        }
        return (_round, _answer, _updatedAt, _updatedAt, _round);
    }
}
